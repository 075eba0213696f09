// Keeps a page up to date: asks now and then whether there is anything new, and if so puts the new figures in place.
// Elements that change carry `data-live` and an id. Without this script, a reload shows the same.
"use strict";
(() => {
  const first = document.querySelector("[data-live]");
  const state = document.getElementById("live-state");
  const filter = document.querySelector("form.filters");
  const every = 5000, slowest = 60000;
  let seen = null, wait = every, lost = false, timer = 0;

  document.addEventListener("keydown", (event) => {
    const at = document.activeElement;
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !filter) return;
    if (at && (at.matches("input, select, textarea") || at.isContentEditable)) return;
    event.preventDefault();
    filter.querySelector("select, input:not([type=hidden])")?.focus();
  });
  if (!first) return;

  const say = (text) => { if (state.textContent !== text) state.textContent = text; };
  const open = (part) => new Set([...part.querySelectorAll("details")].map((one, place) => (one.open ? place : -1)));

  const controls = (part) => [...part.querySelectorAll("a, button, summary, input, select, [tabindex='0']")];

  const put = (part, fresh) => {
    if (part.innerHTML === fresh.innerHTML) return false;
    const opened = open(part), at = document.activeElement;
    const inside = part.contains(at) ? controls(part).indexOf(at) : -1;
    if (inside >= 0 && at.matches("input, select, textarea")) return false; // somebody is writing here
    part.replaceChildren(...document.importNode(fresh, true).childNodes);
    part.querySelectorAll("details").forEach((one, place) => { one.open = opened.has(place); });
    if (inside >= 0) {
      const now = controls(part);
      (now.find((one) => one.isEqualNode(at)) ?? now[inside])?.focus({ preventScroll: true }); // rows may have moved
    }
    return true;
  };

  const refresh = async () => {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    let changed = false;
    for (const part of document.querySelectorAll("[data-live]")) {
      const fresh = page.getElementById(part.id);
      if (fresh) changed = put(part, fresh) || changed;
    }
    if (changed) say("updated " + new Date().toLocaleTimeString());
  };

  const ask = async () => {
    timer = 0;
    if (document.hidden) return;
    try {
      const answer = await fetch("/live", { headers: seen ? { "If-None-Match": seen } : {}, cache: "no-store" });
      if (answer.status !== 304 && !answer.ok) throw new Error(String(answer.status));
      const now = answer.headers.get("ETag");
      if (answer.status !== 304 && seen !== null && now !== seen) await refresh();
      if (answer.status !== 304) seen = now;
      if (lost) { lost = false; say("connected again"); }
      wait = every;
    } catch {
      lost = true;
      wait = Math.min(2 * wait, slowest);
      say("The connection is lost: these figures may be old. Trying again.");
    }
    later(wait);
  };
  const later = (milliseconds) => { clearTimeout(timer); timer = setTimeout(ask, milliseconds); };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) later(0); });
  ask();
})();
