"use strict";
// The form of a rating by keyboard: 1 to 5 give the grade that is asked for next, Enter saves when all are given.
(() => {
  const form = document.getElementById("rating");
  if (!form) return;
  const axes = [...form.querySelectorAll("fieldset[data-axis]")];
  const graded = (axis) => axis.querySelector("input:checked");
  const typing = (node) => node && (node.tagName === "TEXTAREA" || (node.tagName === "INPUT" && node.type !== "radio"));
  document.getElementById("keys").hidden = false;

  const focusNext = (axis) => {
    const next = axes.slice(axes.indexOf(axis) + 1).find((one) => !graded(one)) || axes.find((one) => !graded(one));
    (next ? next.querySelector("input") : form.querySelector("button[type=submit]")).focus();
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || typing(document.activeElement)) return;
    if (/^[1-5]$/.test(event.key)) {
      const here = document.activeElement && document.activeElement.closest("fieldset[data-axis]");
      const axis = here || axes.find((one) => !graded(one)) || axes[0];
      const choice = axis.querySelector(`input[value="${event.key}"]`);
      choice.checked = true;
      focusNext(axis);
      event.preventDefault();
    } else if (event.key === "Enter" && document.activeElement.tagName !== "BUTTON" && document.activeElement.tagName !== "A" && document.activeElement.tagName !== "SUMMARY" && axes.every(graded)) {
      form.requestSubmit();
      event.preventDefault();
    }
  });
})();
