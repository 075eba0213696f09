// Charts as data, drawn by Plotly, which is unpacked when the first of them comes near the view.

const COLOURS = ["--accent", "--second", "--third", "--fourth", "--soft"];
const CHARTS = JSON.parse(document.getElementById("charts").textContent);
const drawn = new Map();
let plotly = null;

// Plotly reads tags and entities in its texts; names of models, tags and problems must not have any.
const literal = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const share = (value) => `${(100 * value).toFixed(1)} %`;

async function unpacked(id) {
  const holder = document.getElementById(id);
  if (!holder) return null;
  const bytes = Uint8Array.from(atob(holder.textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

async function loadPlotly() {
  const script = document.createElement("script");
  script.textContent = await unpacked("plotly");
  document.head.append(script); // runs at once: the page's policy knows its digest
  return window.Plotly;
}

function amount(value, percent) {
  if (typeof value !== "number") return value;
  return percent ? share(value) : String(Number(value.toPrecision(3)));
}

function traceOf(chart, series, place) {
  const named = chart.series.some((one) => one.points.some((point) => typeof point.y === "string"));
  const tint = colour(series.role === "pass" ? "--pass" : series.role === "fail" ? "--fail" : COLOURS[place % COLOURS.length]);
  const points = series.points;
  const said = points.map((point) => {
    const value = named ? amount(point.x, chart.x_percent) : `${amount(point.x, chart.x_percent)}, ${amount(point.y, chart.y_percent)}`;
    const percent = named ? chart.x_percent : chart.y_percent;
    const range = point.low === null ? "" : ` (${amount(point.low, percent)} – ${amount(point.high, percent)})`;
    return literal([series.name, named ? point.y : "", `${value}${range}`, point.label].filter(Boolean).join(", "));
  });
  const trace = {
    name: literal(cut(series.name, 60)), x: points.map((point) => point.x), y: points.map((point) => point.y),
    hovertext: said, hoverinfo: "text", type: "scatter", mode: "markers",
    marker: { color: tint, size: 8 }, line: { color: tint, width: 2 },
  };
  if (series.mark === "bars") return { ...trace, type: "bar", orientation: "h", width: chart.series.length > 1 ? undefined : 0.5 };
  if (series.mark === "line") trace.mode = "lines+markers";
  if (series.mark === "steps") { trace.mode = "lines"; trace.line.shape = "hv"; }
  const whole = named ? "x" : "y";
  if (points.some((point) => point.low !== null)) {
    const of = (point) => (point.low === null ? [0, 0] : [point.high - point[whole], point[whole] - point.low]);
    trace[`error_${whole}`] = {
      type: "data", symmetric: false, width: 0, thickness: 2, color: tint,
      array: points.map((point) => of(point)[0]), arrayminus: points.map((point) => of(point)[1]),
    };
  }
  if (named) { trace.orientation = "h"; trace.offsetgroup = String(place); }
  return trace;
}

function layoutOf(chart, width) {
  const names = [...new Set(chart.series.flatMap((one) => one.points.map((point) => point.y)))].filter((y) => typeof y === "string");
  const many = chart.series.length;
  const axis = { gridcolor: colour("--line"), linecolor: colour("--line"), zeroline: false, fixedrange: true, automargin: true };
  const bars = chart.series.some((one) => one.mark === "bars");
  const layout = {
    height: names.length ? 70 + names.length * Math.max(30, 15 * many) + (many > 1 ? 30 : 0) : 320,
    margin: { l: names.length ? (width < 500 ? 120 : 190) : 8, r: 12, t: many > 1 ? 34 : 6, b: 44 }, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: "system-ui, sans-serif", size: 13, color: colour("--ink") }, dragmode: false, hovermode: "closest",
    hoverlabel: { bgcolor: colour("--paper"), bordercolor: colour("--line"), font: { color: colour("--ink") } },
    showlegend: many > 1, legend: { orientation: "h", x: 0, xanchor: "left", y: 1, yanchor: "bottom" },
    scattermode: names.length && many > 1 ? "group" : "overlay", barmode: "group",
    xaxis: { ...axis, title: { text: literal(width < 500 ? cut(chart.x_label, 40) : chart.x_label), font: { size: 12, color: colour("--soft") } } },
    yaxis: { ...axis, title: { text: names.length ? "" : literal(chart.y_label), font: { size: 12, color: colour("--soft") } } },
  };
  if (chart.x_percent) layout.xaxis.tickformat = ".0%";
  if (chart.y_percent) layout.yaxis.tickformat = ".0%";
  if (chart.x_logarithmic) layout.xaxis.type = "log";
  if (bars) layout.xaxis.rangemode = "tozero";
  else if (names.length && chart.x_percent && !chart.zero) layout.xaxis.range = [-0.015, 1.015]; // side by side with others
  if (chart.zero) Object.assign(layout.xaxis, { rangemode: "tozero", zeroline: true, zerolinecolor: colour("--soft"), zerolinewidth: 1 });
  if (names.length) {
    Object.assign(layout.yaxis, {
      type: "category", range: [names.length - 0.5, -0.5], showgrid: false, tickvals: names,
      ticktext: names.map((name) => literal(cut(name, width < 500 ? 16 : 34))),
    });
  }
  return layout;
}

async function drawChart(box) {
  const chart = CHARTS.find((one) => one.name === box.dataset.chart);
  plotly = plotly || loadPlotly();
  const Plotly = await plotly;
  const traces = chart.series.map((series, place) => traceOf(chart, series, place));
  await Plotly.react(box, traces, layoutOf(chart, box.clientWidth), { displayModeBar: false, responsive: true });
  drawn.set(box, true);
}

function setUpCharts() {
  const boxes = [...document.querySelectorAll(".chart")];
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      watcher.unobserve(entry.target);
      drawChart(entry.target);
    }
  }, { rootMargin: "400px" });
  for (const box of boxes) {
    const chart = CHARTS.find((one) => one.name === box.dataset.chart);
    box.style.height = `${layoutOf(chart, box.clientWidth).height}px`; // so that nothing moves when it is drawn
    watcher.observe(box);
  }
  const again = () => drawn.forEach((_, box) => drawChart(box));
  document.addEventListener("themechange", again);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
}
