// What happens when the page opens.

function setUpTheme() {
  const button = document.getElementById("theme");
  const themes = ["auto", "light", "dark"];
  let theme = "auto";
  try { theme = localStorage.getItem("assay-theme") || "auto"; } catch { /* a page from disk may have no storage */ }
  const apply = () => {
    if (theme === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", theme);
    button.textContent = `theme: ${theme}`;
    try { localStorage.setItem("assay-theme", theme); } catch { /* see above */ }
    document.dispatchEvent(new Event("themechange"));
  };
  button.addEventListener("click", () => { theme = themes[(themes.indexOf(theme) + 1) % themes.length]; apply(); });
  button.hidden = false;
  apply();
}

// A problem that changed sides opens to what changed in the code.
function setUpFlips() {
  document.querySelectorAll("details[data-diff]").forEach((box) => box.addEventListener("toggle", async () => {
    if (!box.open || box.querySelector("pre")) return;
    const text = await detailOf("diffs", Number(box.dataset.diff));
    const pairs = (text || "").split("\n").filter((line) => !/^(---|\+\+\+) /.test(line)).map((line) => [line[0] || " ", line.slice(1)]);
    box.append(text ? differenceBlock(pairs) : element("p", { class: "soft" }, "The code is the same."));
  }));
}

setUpTheme();
setUpTable();
setUpFlips();
setUpCharts();
