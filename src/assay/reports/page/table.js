// The table of attempts: filtered as one types, sorted, paged; a row opens to everything about its attempt.

const DATA = JSON.parse(document.getElementById("rows").textContent);
const PAGE = 50;
const PRINTED = 20;
const RUN = 0, PROBLEM = 1, ATTEMPT = 2, VERDICT = 3, KIND = 4, DIFFICULTY = 5, CALL = 6, WHAT = 7, SIGNS = 8;
const words = (text) => text.replaceAll("_", " ");
const counted = (number) => number.toLocaleString("en-US");
const attemptsOf = (number) => (number === 1 ? "attempt" : "attempts");
const passed = (row) => DATA.verdicts[row[VERDICT]] === "passed";
const several = DATA.runs.length > 1;
const nameOf = (run) => run.who || run.id;

const COLUMNS = [
  { name: "problem", key: (row) => DATA.problems[row[PROBLEM]] },
  { name: "run", key: (row) => nameOf(DATA.runs[row[RUN]]), shown: several },
  { name: "attempt", key: (row) => row[ATTEMPT], shown: DATA.rows.some((row) => row[ATTEMPT] > 0) },
  { name: "verdict", key: (row) => DATA.verdicts[row[VERDICT]] },
  { name: "call", key: (row) => row[CALL] },
  { name: "what came", id: "what", key: (row) => row[WHAT] },
].filter((column) => column.shown !== false);
const columnsShown = () => COLUMNS.filter((column) => column.name !== "run" || table.run === "");

const table = {
  text: "", verdict: "failing", kind: "", run: several ? String(DATA.runs.length - 1) : "",
  sort: null, descending: false, page: 0, found: [], opened: new Set(), haystacks: [],
};

const chunks = new Map();
async function detailOf(kind, number) {
  const id = `${kind}-${Math.floor(number / DATA.chunk)}`;
  if (!chunks.has(id)) chunks.set(id, unpacked(id).then((text) => text && JSON.parse(text)));
  const found = await chunks.get(id);
  return found && found[number % DATA.chunk];
}

function haystack(number) {
  if (table.haystacks[number] === undefined) {
    const row = DATA.rows[number];
    const parts = [DATA.problems[row[PROBLEM]], DATA.verdicts[row[VERDICT]], DATA.kinds[row[KIND]], row[CALL], row[WHAT]];
    if (row.length > SIGNS) parts.push("suspicious", DATA.suspicions[row[SIGNS]]);
    table.haystacks[number] = parts.join("\n").toLowerCase();
  }
  return table.haystacks[number];
}

const VERDICTS = {
  failing: (row) => !passed(row),
  all: () => true,
  suspicious: (row) => row.length > SIGNS,
};

function search() {
  const wanted = VERDICTS[table.verdict] || ((row) => DATA.verdicts[row[VERDICT]] === table.verdict);
  const texts = table.text.toLowerCase().split(/\s+/).filter(Boolean);
  table.found = [];
  DATA.rows.forEach((row, number) => {
    if (!wanted(row)) return;
    if (table.kind !== "" && row[KIND] !== Number(table.kind)) return;
    if (table.run !== "" && row[RUN] !== Number(table.run)) return;
    if (texts.length && !texts.every((text) => haystack(number).includes(text))) return;
    table.found.push(number);
  });
  if (table.sort) {
    const order = new Intl.Collator("en", { numeric: true }).compare;
    const keys = new Map(table.found.map((number) => [number, String(table.sort.key(DATA.rows[number]))]));
    const way = table.descending ? -1 : 1;
    table.found.sort((a, b) => way * order(keys.get(a), keys.get(b)) || a - b);
  }
  table.page = 0;
  document.getElementById("table").classList.toggle("one-run", table.run !== "");
  draw();
}

function draw(rows = PAGE) {
  const start = table.page * rows;
  const shown = table.found.slice(start, start + rows);
  const body = document.getElementById("body");
  body.replaceChildren(...shown.flatMap(lineOf));
  const total = table.found.length;
  const range = total > rows ? `${counted(start + 1)} to ${counted(start + shown.length)} of ` : "";
  const noun = attemptsOf(total);
  const what = table.verdict === "all" ? noun : table.verdict === "failing" ? `${noun} that did not pass` : `${noun}, ${words(table.verdict)}`;
  document.getElementById("count").textContent = total ? `${range}${counted(total)} ${what}` : emptyWords();
  document.getElementById("h-attempts").textContent = table.verdict === "failing" ? "Failures" : "Attempts";
  const pages = Math.ceil(total / rows);
  document.getElementById("pager").hidden = pages < 2;
  document.getElementById("place").textContent = `page ${table.page + 1} of ${counted(pages)}`;
  for (const [id, by] of STEPS) document.getElementById(id).setAttribute("aria-disabled", String(!leads(by)));
}

const STEPS = [["previous", -1], ["next", 1]];
const leads = (by) => table.page + by >= 0 && (table.page + by) * PAGE < table.found.length;

// The buttons stay where they are, and at the end are only called disabled, so that the keyboard never loses its place.
function setUpPager() {
  for (const [id, by] of STEPS) {
    document.getElementById(id).addEventListener("click", () => {
      if (!leads(by)) return;
      table.page += by;
      draw();
      document.getElementById("attempts").scrollIntoView();
    });
  }
}

function emptyWords() {
  if (!DATA.rows.length) return "There are no attempts.";
  return table.verdict === "failing" && !table.text && table.kind === "" ? "✓ Every attempt passed." : "No attempt is like that.";
}

function lineOf(number) {
  const row = DATA.rows[number];
  const verdict = DATA.verdicts[row[VERDICT]];
  const open = element("button", { type: "button", class: "open", "aria-expanded": "false" }, DATA.problems[row[PROBLEM]]);
  const cells = {
    problem: () => element("td", { class: "c-problem", title: DATA.problems[row[PROBLEM]] }, open),
    run: () => element("td", { class: "c-run soft" }, nameOf(DATA.runs[row[RUN]])),
    attempt: () => element("td", { class: "c-attempt soft" }, String(row[ATTEMPT])),
    verdict: () => {
      const cell = element("td", { class: "c-verdict" }, element("span", { class: `sign v-${verdict}`, "aria-hidden": "true" }, DATA.signs[verdict] || ""), ` ${words(verdict)}`);
      if (row.length > SIGNS) cell.append(element("span", { class: "flag", role: "img", "aria-label": "suspicious", title: words(DATA.suspicions[row[SIGNS]]) }, " ⚑"));
      return cell;
    },
    call: () => element("td", { class: "c-call mono", title: row[CALL] }, row[CALL]),
    what: () => element("td", { class: "c-what mono", title: row[WHAT] }, row[WHAT]),
  };
  const line = element("tr", { class: "line" }, ...columnsShown().map((column) => cells[column.id || column.name]()));
  const detail = element("tr", { class: "detail", hidden: "" }, element("td", { colspan: String(columnsShown().length) }));
  const toggle = async (wanted) => {
    open.setAttribute("aria-expanded", String(wanted));
    detail.hidden = !wanted;
    if (wanted) table.opened.add(number); else table.opened.delete(number);
    if (wanted && !detail.firstChild.hasChildNodes()) await fill(detail.firstChild, number);
  };
  line.addEventListener("click", (event) => {
    if (event.target === open || !getSelection().toString()) toggle(detail.hidden);
  });
  if (table.opened.has(number)) toggle(true);
  return [line, detail];
}

function block(title, content) {
  return content ? [element("h3", {}, title), content] : [];
}

function plain(text) {
  return text ? element("pre", { tabindex: "0", role: "group", "aria-label": "text" }, text) : null;
}

function casesOf(detail) {
  if (!detail.cases) return null;
  const names = ["call", "expected", "came"].filter((_, place) => detail.cases.some((one) => one[2 + place] || (place === 2 && one[5])));
  const head = element("tr", {}, ...["case", ...names].map((name) => element("th", { scope: "col" }, name)));
  const rows = detail.cases.map(([number, status, call, expected, actual, error]) => {
    const texts = { call, expected, came: error || actual };
    const cells = names.map((name) => element("td", { class: "mono", "data-name": name }, texts[name])); // the name is shown where cells are stacked
    return element("tr", {}, element("th", { scope: "row" }, `${number} ${words(status)}`), ...cells);
  });
  return element("table", { class: "cases" }, element("thead", {}, head), element("tbody", {}, ...rows));
}

function factsOf(detail, row) {
  const facts = [];
  if (detail.total) facts.push(`${counted(detail.passed)} of ${counted(detail.total)} cases passed`);
  if (DATA.difficulties[row[DIFFICULTY]]) facts.push(`difficulty ${DATA.difficulties[row[DIFFICULTY]]}`);
  if (detail.similarity !== undefined) facts.push(`CodeBLEU ${detail.similarity.toFixed(3)}`);
  if (detail.quality !== undefined) facts.push(`quality ${detail.quality.toFixed(2)}`);
  if (detail.cost !== undefined) facts.push(`$${Number(detail.cost.toPrecision(3))} for the problem`);
  if (detail.seconds !== undefined) facts.push(`${Number(detail.seconds.toPrecision(3))} s for the problem`);
  if (detail.mend) facts.push(`mended: ${detail.mend}`);
  return facts.join(" · ");
}

async function fill(cell, number) {
  const row = DATA.rows[number];
  const [detail, problem] = await Promise.all([detailOf("attempts", number), detailOf("problems", row[PROBLEM])]);
  if (!detail) {
    cell.append(element("p", { class: "soft" }, "Left out, so that the page stays small."), ...commandOf("Here it is: ", `assay show ${DATA.runs[row[RUN]].id} --problem`, row));
    return;
  }
  cell.append(element("p", { class: "soft" }, factsOf(detail, row)));
  for (const text of detail.suspicions || []) cell.append(element("p", {}, element("b", {}, "! "), words(text)));
  for (const text of detail.probes || []) cell.append(element("p", { class: "soft" }, text));
  cell.append(...block("Cases that did not pass", casesOf(detail)));
  cell.append(...block("Code", codeBlock(detail.code || "", detail.language, detail.line)), ...leftOut(detail.code_left_out));
  const message = detail.traceback || "";
  const errors = (detail.cases || []).map((one) => one[5]);
  const told = !message.includes("\n") && (row[WHAT].startsWith(message.slice(0, 100)) || errors.includes(message));
  cell.append(...block("Message", told ? null : plain(message)));
  if (problem && problem.reference && !passed(row)) {
    const whole = !detail.code_left_out && !problem.reference_left_out;
    const pairs = whole ? difference(detail.code || "", problem.reference) : null;
    const same = pairs && pairs.every(([sign]) => sign === " ");
    cell.append(...block("From this code to the reference", same ? element("p", { class: "soft" }, "The same text.") : pairs ? differenceBlock(pairs) : plain("Too long to compare here.")));
  }
  if (detail.replay) cell.append(...commandOf("Again: ", `assay replay ${DATA.runs[row[RUN]].id}`, row, ` --attempt ${row[ATTEMPT]}`));
  if (problem && problem.prompt)
    cell.append(element("details", {}, element("summary", {}, "The problem as it was asked"), codeBlock(problem.prompt, problem.language), ...leftOut(problem.prompt_left_out)));
}

// What stands below a listing that does not hold the whole text.
function leftOut(characters) {
  const noun = characters === 1 ? "character" : "characters";
  return characters ? [element("p", { class: "soft" }, `… and ${counted(characters)} ${noun} more, left out here`)] : [];
}

// A command about a problem; none where its id, typed as it is shown, would be another id or an option.
function commandOf(label, command, row, rest = "") {
  if (DATA.untypable.includes(row[PROBLEM])) return [];
  const id = DATA.problems[row[PROBLEM]];
  const quoted = /^[\w./-]+$/.test(id) ? id : `'${id.replaceAll("'", "'\\''")}'`;
  return [element("p", { class: "soft" }, label, element("code", { class: "command" }, `${command} ${quoted}${rest}`))];
}

function choices(select, options, chosen) {
  select.replaceChildren(...options.map(([value, label]) => element("option", { value }, label)));
  select.value = chosen;
}

function offerVerdicts() {
  const counts = new Map();
  let failing = 0, suspicious = 0, all = 0;
  for (const row of DATA.rows) {
    if (table.run !== "" && row[RUN] !== Number(table.run)) continue;
    const verdict = DATA.verdicts[row[VERDICT]];
    counts.set(verdict, (counts.get(verdict) || 0) + 1);
    all += 1;
    failing += !passed(row);
    suspicious += row.length > SIGNS;
  }
  if (!(table.verdict in VERDICTS) && !counts.has(table.verdict)) table.verdict = "failing";
  choices(document.getElementById("f-verdict"), [
    ["failing", `failures (${counted(failing)})`],
    ["all", `all (${counted(all)})`],
    ...[...counts].map(([verdict, count]) => [verdict, `${words(verdict)} (${counted(count)})`]),
    ...(suspicious || table.verdict === "suspicious" ? [["suspicious", `suspicious (${counted(suspicious)})`]] : []),
  ], table.verdict);
}

function setUpTable() {
  const select = (id, act) => {
    const box = document.getElementById(id);
    box.addEventListener("change", () => { act(box.value); search(); });
    return box;
  };
  offerVerdicts();
  select("f-verdict", (value) => { table.verdict = value; });
  choices(select("f-kind", (value) => { table.kind = value; }), [["", "all"], ...DATA.kinds.map((kind, place) => [String(place), kind])], "");
  document.getElementById("l-kind").hidden = DATA.kinds.length < 2;
  choices(select("f-run", (value) => { table.run = value; offerVerdicts(); }), [...DATA.runs.map((run, place) => [String(place), nameOf(run)]), ["", "all"]], table.run);
  document.getElementById("l-run").hidden = !several;
  const filter = document.getElementById("f-text");
  filter.addEventListener("input", () => { table.text = filter.value; search(); });
  document.getElementById("head").append(...COLUMNS.map(headOf));
  document.getElementById("table").hidden = false;
  setUpPager();
  let read = {};
  addEventListener("beforeprint", () => {
    read = { page: table.page, opened: table.opened };
    Object.assign(table, { page: 0, opened: new Set() });
    draw(PRINTED);
  });
  addEventListener("afterprint", () => { Object.assign(table, read); draw(); });
  search();
}

function headOf(column) {
  const button = element("button", { type: "button" }, column.name);
  const cell = element("th", { scope: "col", class: `c-${column.id || column.name}` }, button);
  button.addEventListener("click", () => {
    table.descending = table.sort === column && !table.descending;
    table.sort = column;
    for (const other of cell.parentNode.children) other.removeAttribute("aria-sort");
    cell.setAttribute("aria-sort", table.descending ? "descending" : "ascending");
    search();
  });
  return cell;
}
