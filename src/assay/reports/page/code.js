"use strict";
// Code of a candidate as people read it: words in colours, and what differs from the reference. All text arrives by
// textContent, so that none of it is ever markup.

const element = (name, attributes, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  for (const child of children) made.append(child);
  return made;
};

const WORDS = {
  python: "False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield",
  other: "abstract as async await bool boolean break case catch char class const continue default defer do double else enum export extends final finally float fn for fun func function go goto if impl implements import in int interface let long loop match mod mut new nil null package private protected pub public return self short static string struct super switch this throw throws trait true false try type typeof undefined union unsigned use val var virtual void while yield",
};
const HASH_COMMENTS = new Set(["python", "ruby", "bash", "perl", "php", "r"]);
const PATTERNS = {
  hash: /(#[^\n]*)|("""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(\b\d[\w.]*)|([A-Za-z_]\w*)/g,
  slash: /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?)|(\b\d[\w.]*)|([A-Za-z_]\w*)/g,
};

// The text cut into pieces of one colour each: [class, piece].
function* coloured(code, language) {
  const words = new Set((WORDS[language] || WORDS.other).split(" "));
  const pattern = HASH_COMMENTS.has(language) ? PATTERNS.hash : PATTERNS.slash;
  let end = 0;
  for (const found of code.matchAll(pattern)) {
    const [piece, comment, text, number, word] = found;
    const kind = comment ? "t-comment" : text ? "t-text" : number ? "t-number" : words.has(word) ? "t-word" : "";
    if (!kind) continue;
    if (found.index > end) yield ["", code.slice(end, found.index)];
    yield [kind, piece];
    end = found.index + piece.length;
  }
  if (end < code.length) yield ["", code.slice(end)];
}

function codeBlock(code, language, marked) {
  const box = element("pre", { class: "lines", tabindex: "0", role: "group", "aria-label": "code" });
  const lines = [element("span")];
  for (const [kind, piece] of coloured(code.replace(/\n+$/, ""), language)) {
    piece.split("\n").forEach((part, place) => {
      if (place) lines.push(element("span"));
      if (part) lines.at(-1).append(kind ? element("span", { class: kind }, part) : part);
    });
  }
  if (marked && lines[marked - 1]) {
    lines[marked - 1].className = "marked";
    lines[marked - 1].title = "where it failed";
  }
  lines.forEach((line, place) => box.append(element("i", { "aria-hidden": "true" }, String(place + 1)), line));
  return box;
}

const MOST_LINES = 600;

// Pairs of [" ", "-" or "+", line]: the shortest way from one text to the other; null where they are too long.
function difference(before, after) {
  const a = before.replace(/\s+$/, "").split("\n"), b = after.replace(/\s+$/, "").split("\n");
  if (a.length > MOST_LINES || b.length > MOST_LINES) return null;
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i][j] = a[i] === b[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
  const found = [];
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) found.push([" ", a[i]]), i++, j++;
    else if (j >= b.length || (i < a.length && longest[i + 1][j] >= longest[i][j + 1])) found.push(["-", a[i++]]);
    else found.push(["+", b[j++]]);
  }
  return found;
}

function differenceBlock(pairs) {
  const box = element("pre", { class: "lines", tabindex: "0", role: "group", "aria-label": "difference" });
  const near = pairs.map((_, place) => pairs.slice(Math.max(0, place - 3), place + 4).some(([sign]) => sign !== " "));
  let skipped = false;
  pairs.forEach(([sign, line], place) => {
    if (!near[place]) {
      if (!skipped) box.append(element("i", {}, "…"), element("span", { class: "d-skip" }, ""));
      skipped = true;
      return;
    }
    skipped = false;
    const kind = sign === "-" ? "d-gone" : sign === "+" ? "d-come" : "";
    box.append(element("i", {}, sign), element("span", kind ? { class: kind } : {}, line));
  });
  return box;
}
