// Locks what JavaScript brings along before a candidate runs. It stands in front of the drivers of tests.
"use strict";

// A property that the tests rest on can no longer be changed on `holder` itself; objects that inherit from it may
// have one of their own by assignment, as always. A change has no effect, and is refused where the tests name it.
const settle = (holder, title, key, inherited, note) => {
  const found = Object.getOwnPropertyDescriptor(holder, key);
  if (!found || !found.configurable) return;
  if (!("value" in found) || !inherited) {
    Object.defineProperty(holder, key, "value" in found ? { writable: false, configurable: false } : { configurable: false });
    return;
  }
  const { value, enumerable } = found;
  const define = Reflect.defineProperty;
  Object.defineProperty(holder, key, {
    get: () => value,
    set(replaced) {
      if (this === holder) note(title, key);
      else define(this, key, { value: replaced, writable: true, enumerable: true, configurable: true });
    },
    enumerable,
    configurable: false,
  });
};
const lock = (holder, title, inherited, note, except = []) => {
  for (const key of Reflect.ownKeys(holder)) if (!except.includes(key)) settle(holder, title, key, inherited, note);
};
const absent = (holder, title, key, note) => {
  Object.defineProperty(holder, key, { value: undefined, writable: true, configurable: true });
  settle(holder, title, key, true, note);
};
const lockBuiltins = (note) => {
  const plain = { Object, Reflect, JSON, Math, Number, String, Boolean, Array, Symbol, Map, Set, Date, BigInt };
  for (const title of Object.keys(plain)) lock(plain[title], title, false, note);
  const deep = { Object, Function, Array, String, Number, Boolean, Map, Set, Date, Error, BigInt, Symbol };
  for (const title of Object.keys(deep)) {
    // The engine's fast ways through arrays hang on these two, and no verdict does.
    const except = title === "Object" || title === "Error" ? [] : ["constructor"];
    lock(deep[title].prototype, `${title}.prototype`, true, note, except);
  }
  for (const title of ["Object", "Array", "String", "Number", "Boolean"]) {
    absent(deep[title].prototype, `${title}.prototype`, "toJSON", note);
  }
};
