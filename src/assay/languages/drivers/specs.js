// Runs a file of `describe`, `test` and `expect` with the modules that it imports, and prints the mark when all its
// tests have passed.
//
// The mark arrives on standard input and stays in an array of this closure. Whatever is called after the candidate's
// modules have begun to run was taken hold of before. The files are gone from the disk before the first of them runs.
"use strict";
{
  const { readSync, writeSync, closeSync, openSync, readFileSync, unlinkSync } = require("fs");
  const vm = require("vm");
  const leave = process.reallyExit.bind(process);
  const { JSON, Object, String, Number, Boolean, Array, Map, Set, Date, RegExp, Error, Promise, Math, Reflect, NaN } = globalThis;
  const { apply, ownKeys, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { is, getPrototypeOf, prototype } = Object;
  const { isArray } = Array;
  const { abs, pow } = Math;
  const tag = prototype.toString;
  const has = prototype.hasOwnProperty;
  const later = Promise.prototype.then;
  const settled = Promise.resolve.bind(Promise);
  const eachOfMap = Map.prototype.forEach;
  const eachOfSet = Set.prototype.forEach;
  const time = Date.prototype.getTime;
  const matches = RegExp.prototype.test;
  const includes = String.prototype.includes;
  const builtins = new Set(require("module").builtinModules);
  const CLOSED = new Set(["child_process", "cluster", "inspector", "module", "repl", "v8", "vm", "wasi"]);
  const SCRAMBLE = 0x5a;

  const readMark = () => {
    const line = new Uint8Array(256);
    const length = readSync(0, line, 0, 256, null);
    closeSync(0);
    openSync("/dev/null", "r"); // becomes standard input: what was there could be read again otherwise
    const kept = new Uint8Array(length + 2);
    kept[0] = kept[length + 1] = 10 ^ SCRAMBLE;
    for (let i = 0; i < length; i++) kept[i + 1] = line[i] ^ SCRAMBLE;
    line.fill(0);
    return kept;
  };
  const say = (text) => {
    try {
      writeSync(2, text);
    } catch {}
  };
  const shown = (value) => {
    try {
      return typeof value === "string" ? JSON.stringify(value) : `${JSON.stringify(value) ?? String(value)}`;
    } catch {
      return "a value that cannot be shown";
    }
  };
  const described = (error) => {
    try {
      return `${(error !== null && typeof error === "object" && error.stack) || error}`;
    } catch {
      return "an error that cannot be shown";
    }
  };

  // ---- values ------------------------------------------------------------------------------------------------------

  const MAX_DEPTH = 500;
  const kind = (value) => apply(tag, value, []);
  const add = (list, item) => {
    defineProperty(list, list.length, { __proto__: null, value: item, writable: true, enumerable: true, configurable: true });
  };
  const given = (value, strict) => {
    const keys = [];
    const names = ownKeys(value);
    for (let i = 0; i < names.length; i++) {
      const found = getOwnPropertyDescriptor(value, names[i]);
      if (found && found.enumerable && (strict || value[names[i]] !== undefined)) add(keys, names[i]);
    }
    return keys;
  };
  const entries = (value) => {
    const found = [];
    apply(value instanceof Map ? eachOfMap : eachOfSet, value, [(item, key) => add(found, [key, item])]);
    return found;
  };
  const equalEntries = (one, other, strict, depth) => {
    const [left, right] = [entries(one), entries(other)];
    const taken = [];
    for (let i = 0; i < left.length; i++) {
      let at = 0;
      while (at < right.length && (taken[at] || !equal(left[i], right[at], strict, depth + 1))) at++;
      if (at === right.length) return false;
      defineProperty(taken, at, { __proto__: null, value: true });
    }
    return left.length === right.length;
  };
  const equal = (one, other, strict, depth = 0) => {
    if (is(one, other)) return true;
    if (depth > MAX_DEPTH || one === null || other === null) return false;
    if (typeof one !== "object" || typeof other !== "object" || kind(one) !== kind(other)) return false;
    if (strict && getPrototypeOf(one) !== getPrototypeOf(other)) return false;
    if (one instanceof Error && other instanceof Error) return one.message === other.message;
    if (one instanceof Date) return is(apply(time, one, []), apply(time, other, []));
    if (one instanceof RegExp) return `${one}` === `${other}`;
    if (one instanceof Number || one instanceof String || one instanceof Boolean) return is(one.valueOf(), other.valueOf());
    if (one instanceof Map || one instanceof Set) return equalEntries(one, other, strict, depth);
    if (isArray(one) && one.length !== other.length) return false;
    const keys = given(one, strict);
    if (keys.length !== given(other, strict).length) return false;
    for (let i = 0; i < keys.length; i++) {
      if (!apply(has, other, [keys[i]]) || !equal(one[keys[i]], other[keys[i]], strict, depth + 1)) return false;
    }
    return true;
  };
  const fits = (error, wanted) => {
    if (wanted === undefined) return true;
    const message = error !== null && typeof error === "object" && "message" in error ? `${error.message}` : `${error}`;
    if (typeof wanted === "string") return apply(includes, message, [wanted]);
    if (wanted instanceof RegExp) return apply(matches, wanted, [message]);
    if (typeof wanted === "function") return error instanceof wanted;
    return message === wanted.message;
  };
  const throws = (run, wanted) => {
    if (typeof run !== "function") return fits(run, wanted); // what a promise was rejected with
    try {
      run();
    } catch (error) {
      return fits(error, wanted);
    }
    return false;
  };
  const contains = (items, wanted, same) => {
    if (typeof items === "string") return apply(includes, items, [wanted]);
    for (const item of items) if (same(item, wanted)) return true;
    return false;
  };
  const spied = new Map();
  const takenCalls = Map.prototype.get;
  const noteSpy = Map.prototype.set;
  const calls = (spy) => apply(takenCalls, spied, [spy]);
  const some = (items, holds) => {
    for (let i = 0; i < items.length; i++) if (holds(items[i])) return true;
    return false;
  };
  const MATCHERS = {
    toBe: (got, wanted) => is(got, wanted),
    toEqual: (got, wanted) => equal(got, wanted, false),
    toStrictEqual: (got, wanted) => equal(got, wanted, true),
    toBeCloseTo: (got, wanted, digits = 2) => is(got, wanted) || abs(got - wanted) < pow(10, -digits) / 2,
    toBeInstanceOf: (got, wanted) => got instanceof wanted,
    toBeNull: (got) => got === null,
    toBeDefined: (got) => got !== undefined,
    toBeUndefined: (got) => got === undefined,
    toBeNaN: (got) => is(got, NaN),
    toBeTruthy: (got) => !!got,
    toBeFalsy: (got) => !got,
    toBeGreaterThan: (got, wanted) => got > wanted,
    toBeGreaterThanOrEqual: (got, wanted) => got >= wanted,
    toBeLessThan: (got, wanted) => got < wanted,
    toBeLessThanOrEqual: (got, wanted) => got <= wanted,
    toMatch: (got, wanted) =>
      typeof wanted === "string" ? apply(includes, got, [wanted]) : apply(matches, wanted, [got]),
    toMatchObject: (got, wanted) => !some(ownKeys(wanted), (key) => !equal(got[key], wanted[key], false)),
    toContain: (got, wanted) => contains(got, wanted, (one, other) => one === other),
    toContainEqual: (got, wanted) => contains(got, wanted, (one, other) => equal(one, other, false)),
    toHaveLength: (got, wanted) => got.length === wanted,
    toHaveProperty: (got, name, ...wanted) =>
      name in Object(got) && (wanted.length === 0 || equal(got[name], wanted[0], false)),
    toThrow: throws,
    toThrowError: throws,
    toHaveBeenCalled: (spy) => calls(spy).length > 0,
    toHaveBeenCalledTimes: (spy, times) => calls(spy).length === times,
    toHaveBeenCalledWith: (spy, ...wanted) => some(calls(spy), (one) => equal(one, wanted, false)),
  };
  const NAMES = ownKeys(MATCHERS);

  // ---- tests -------------------------------------------------------------------------------------------------------

  let failed = "";
  let checks = 0;
  let held = 0;
  const fail = (name, got, wanted, negated) => {
    failed = failed || `${name} does not hold`; // what follows calls code of the candidate
    const words = `expected ${shown(got)} ${negated ? "not " : ""}${name} ${wanted.map(shown).join(", ")}`;
    failed = words;
    throw new Error(words);
  };
  const matchers = (got, negated) => {
    const made = {};
    for (let i = 0; i < NAMES.length; i++) {
      const name = NAMES[i];
      made[name] = (...wanted) => {
        checks += 1;
        if (!!MATCHERS[name](got, ...wanted) === negated) fail(name, got, wanted, negated);
        held += 1;
      };
    }
    return made;
  };
  const awaited = (promise, rejects, negated) => {
    const made = {};
    for (let i = 0; i < NAMES.length; i++) {
      const check = (value, wanted) => matchers(value, negated)[NAMES[i]](...wanted);
      made[NAMES[i]] = (...wanted) => {
        const other = (value) => fail(rejects ? "to be rejected" : "to be resolved", value, [], false);
        const [kept, lost] = rejects ? [other, (error) => check(error, wanted)] : [(value) => check(value, wanted), other];
        return apply(later, settled(promise), [kept, lost]);
      };
    }
    return made;
  };
  const expect = (got) => {
    const made = matchers(got, false);
    made.not = matchers(got, true);
    made.resolves = awaited(got, false, false);
    made.resolves.not = awaited(got, false, true);
    made.rejects = awaited(got, true, false);
    made.rejects.not = awaited(got, true, true);
    return made;
  };
  const spy = (act) => {
    const seen = [];
    const called = function (...values) {
      add(seen, values);
      return act ? apply(act, this, values) : undefined;
    };
    apply(noteSpy, spied, [called, seen]);
    const mock = Object.freeze({
      get calls() {
        return [...seen];
      },
    });
    defineProperty(called, "mock", { __proto__: null, value: mock });
    called.mockReturnValue = (value) => {
      act = () => value;
      return called;
    };
    called.mockImplementation = (other) => {
      act = other;
      return called;
    };
    return called;
  };

  const group = (above) => ({ above, before: [], after: [], beforeAll: [], afterAll: [], steps: [] });
  const root = group(null);
  let current = root;
  let registered = 0;
  const describe = (name, body) => {
    const made = group(current);
    add(current.steps, { name, group: made });
    current = made;
    try {
      body();
    } finally {
      current = made.above;
    }
  };
  const test = (name, body) => {
    if (!body) return;
    add(current.steps, { name, body });
    registered += 1;
  };
  const skipped = () => {};
  const each = (make) => (rows) => (name, body) => {
    for (const row of [...rows]) make(name, () => body(...(isArray(row) ? row : [row])));
  };
  Object.assign(test, { skip: skipped, todo: skipped, only: test, each: each(test) });
  Object.assign(describe, { skip: skipped, only: describe, each: each(describe) });

  const once = (body) =>
    body.length === 0
      ? body()
      : new Promise((resolve, reject) => body((error) => (error === undefined ? resolve() : reject(error))));
  const all = async (bodies) => {
    for (let i = 0; i < bodies.length; i++) await once(bodies[i]);
  };
  const begun = async (one) => {
    if (one.above) await begun(one.above);
    await all(one.before);
  };
  let passed = 0;
  const run = async (one, title) => {
    await all(one.beforeAll);
    for (let i = 0; i < one.steps.length; i++) {
      const step = one.steps[i];
      const name = `${title}${title ? " > " : ""}${step.name}`;
      if (step.group) {
        await run(step.group, name);
        continue;
      }
      try {
        await begun(one);
        await once(step.body);
        for (let outer = one; outer; outer = outer.above) await all(outer.after);
      } catch (error) {
        say(`${failed ? "A test failed: " : "Uncaught in "}${name}: ${failed || described(error)}\n\nNode.js ${process.version}\n`);
        leave(1);
      }
      if (!failed && checks !== held) failed = "a check was broken off";
      if (failed) {
        say(`A test failed: ${name}: ${failed}\n`); // the candidate caught what `expect` threw
        leave(1);
      }
      passed += 1;
    }
    await all(one.afterAll);
  };

  // ---- modules -----------------------------------------------------------------------------------------------------

  const [, , spec, ...paths] = process.argv;
  const texts = new Map();
  const taken = (path) => {
    const text = readFileSync(path, "utf8");
    unlinkSync(path); // what the tests expect is not for the candidate to read
    return text;
  };
  const modules = new Map();
  const placed = (name, from) => {
    const parts = from.split("/").slice(0, -1);
    for (const part of name.split("/")) {
      if (part === "..") parts.pop();
      else if (part !== ".") parts.push(part);
    }
    const path = parts.join("/");
    return [path, `${path}.js`, `${path}.mjs`, `${path}/index.js`].find((one) => texts.has(one));
  };
  const opened = (name) => {
    const bare = name.replace(/^node:/, "");
    if (!builtins.has(bare) || CLOSED.has(bare)) throw new Error(`Cannot find module '${name}'`);
    return require(bare);
  };
  const wrapped = (values, name) => {
    const keys = ownKeys(Object(values)).filter((key) => typeof key === "string" && key !== "default");
    return new vm.SyntheticModule([...keys, "default"], function () {
      for (const key of keys) this.setExport(key, values[key]);
      this.setExport("default", values);
    }, { identifier: name });
  };
  const IS_MODULE = /^[ \t]*(?:import\b[^(.]|export\b)/m;
  const required = new Map();
  const commonly = (path) => {
    if (!required.has(path)) {
      const module = { exports: {} };
      required.set(path, module);
      const body = vm.runInThisContext(`(function (module, exports, require) {${texts.get(path)}\n})`, { filename: path });
      body(module, module.exports, (name) => {
        if (!name.startsWith(".")) return opened(name);
        const found = placed(name, path);
        if (!found) throw new Error(`Cannot find module '${name}'`);
        return commonly(found);
      });
    }
    return required.get(path).exports;
  };
  const made = (path) => {
    if (!modules.has(path)) {
      const text = texts.get(path);
      const module = IS_MODULE.test(text)
        ? new vm.SourceTextModule(text, { identifier: path, importModuleDynamically: imported })
        : wrapped(commonly(path), path);
      modules.set(path, module);
    }
    return modules.get(path);
  };
  const linked = (name, from) => {
    if (!name.startsWith(".")) return wrapped(opened(name), name);
    const found = placed(name, from.identifier);
    if (!found) throw new Error(`Cannot find module '${name}'`);
    return made(found);
  };
  const imported = async (name, from) => {
    const module = linked(name, from);
    if (module.status === "unlinked") await module.link(linked);
    await module.evaluate();
    return module;
  };

  const lockAll = () => {
    lockBuiltins(() => {});
    const iterators = [[], new Map(), new Set(), ""].map((items) => getPrototypeOf(items[Symbol.iterator]()));
    for (const holder of [RegExp, RegExp.prototype, Promise, Promise.prototype, Error, ...iterators]) {
      lock(holder, "", false, () => {});
    }
    const value = Function.prototype[Symbol.hasInstance];
    for (const kind of [Map, Set, Date, RegExp, Error, Number, String, Boolean]) {
      defineProperty(kind, Symbol.hasInstance, { value });
    }
  };
  const main = async () => {
    const kept = readMark();
    for (const path of [spec, ...paths]) texts.set(path, taken(path));
    unlinkSync(__filename);
    const hooks = (name) => (body) => add(current[name], body);
    const names = {
      describe, test, it: test, expect, xdescribe: skipped, xtest: skipped, xit: skipped,
      beforeEach: hooks("before"), afterEach: hooks("after"),
      beforeAll: hooks("beforeAll"), afterAll: hooks("afterAll"), jest: Object.freeze({ fn: spy }),
    };
    for (const name of Object.keys(names)) {
      Object.freeze(names[name]);
      Object.defineProperty(globalThis, name, { value: names[name], writable: false, configurable: false });
    }
    lockAll();
    const module = made(spec);
    await module.link(linked);
    await module.evaluate();
    await run(root, "");
    if (passed === 0 || passed !== registered || checks === 0 || failed) leave(1);
    for (let i = 0; i < kept.length; i++) kept[i] ^= SCRAMBLE;
    writeSync(1, kept);
    leave(0);
  };
  const broken = (error) => {
    say(`Uncaught ${described(error)}\n\nNode.js ${process.version}\n`);
    leave(1);
  };
  process.on("uncaughtException", broken);
  process.on("unhandledRejection", broken);
  main().catch(broken);
}
