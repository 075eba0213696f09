// Runs a candidate and then its tests, and prints the mark when the tests have come to their end.
//
// The mark arrives on standard input and stays in an array of this closure. Nothing here may, once the candidate has
// run, call a method by a name that the candidate could have changed: all that is needed is taken hold of before.
"use strict";
{
  const fs = require("fs");
  const vm = require("vm");
  const { readSync, writeSync, closeSync, openSync, readFileSync, unlinkSync } = fs;
  const leave = process.reallyExit.bind(process);
  const SCRAMBLE = 0x5a;
  const LONGEST = 200; // characters that are said of a line of the tests
  const MOST_FAILURES = 10; // that are told
  const cut = Function.prototype.call.bind(String.prototype.slice);

  const take = (path) => {
    const text = readFileSync(path, "utf8");
    unlinkSync(path); // what the tests expect is not for the candidate to read
    return text;
  };
  const readMark = () => {
    const line = new Uint8Array(256);
    const length = readSync(0, line, 0, 256, null);
    closeSync(0);
    openSync("/dev/null", "r"); // becomes standard input: what was there could be read again otherwise
    const kept = new Uint8Array(length + 2);
    kept[0] = 10 ^ SCRAMBLE;
    for (let i = 0; i < length; i++) kept[i + 1] = line[i] ^ SCRAMBLE;
    kept[length + 1] = 10 ^ SCRAMBLE;
    line.fill(0);
    return kept;
  };
  const say = (text) => {
    try {
      writeSync(2, text);
    } catch {}
  };
  const describe = (error) => {
    try {
      return `${(error !== null && typeof error === "object" && error.stack) || error}`;
    } catch {
      return "an error that cannot be shown";
    }
  };
  const version = process.version;
  const exec = RegExp.prototype.exec;
  const firstPlace = /\n    at ([^\n]*)/;
  // Whether an error was raised by the tests themselves, and not in what they call.
  const isTests = (text) => {
    try {
      return exec.call(firstPlace, text)[1].includes("tests.js:");
    } catch {
      return false;
    }
  };
  const fail = (error) => {
    const text = describe(error);
    const thrown = error === null || typeof error !== "object" || isTests(text);
    say(`${thrown ? "A test failed: " : "Uncaught "}${text}\n\nNode.js ${version}\n`);
    leave(1);
  };

  const MODULES = new Set(
    `assert assert/strict buffer console constants crypto events fs os path path/posix perf_hooks process punycode
    querystring readline stream stream/promises string_decoder timers timers/promises url util util/types zlib`
      .split(/\s+/)
      .flatMap((name) => [name, `node:${name}`]),
  );
  const load = require;
  const packages = ["/usr/share/nodejs", "/usr/lib/node_modules", "/usr/local/lib/node_modules"];
  const isPackage = /^(?:@[\w.-]+\/)?[A-Za-z_][\w.-]*(?:\/[\w./-]+)?$/;
  const builtins = new Set(require("module").builtinModules);
  const { inspect, isDeepStrictEqual } = require("util");

  // lodash where it is not installed: the one function of it that published tests call. As in lodash, 0 equals -0, and
  // arrays inside of a set are equal in any order.
  const inOrder = (parts) =>
    parts
      .map((part) => [inspect(part), part])
      .sort((one, other) => (one[0] < other[0] ? -1 : 1))
      .map((pair) => pair[1]);
  const plain = (value, inSet) => {
    if (Object.is(value, -0)) return 0;
    if (value instanceof Set) return new Set(Array.from(value, (part) => plain(part, true)));
    if (!Array.isArray(value)) return value;
    const parts = value.map((part) => plain(part, inSet));
    return inSet ? inOrder(parts) : parts;
  };
  const isEqual = (one, other) => isDeepStrictEqual(plain(one, false), plain(other, false));
  const locate = (name) => load.resolve(name, { paths: packages });
  let lodash;
  try {
    lodash = load(locate("lodash"));
  } catch {
    lodash = { isEqual };
  }
  const given = (name) => {
    if (MODULES.has(name)) return load(name);
    if (name === "lodash") return lodash;
    const bare = name.startsWith("node:") ? name.slice(5) : name;
    if (builtins.has(bare) || !isPackage.test(bare)) throw new Error(`module ${name} is not open to a candidate`);
    return load(locate(name));
  };

  const console = globalThis.console;
  let refused = "";
  let failures = 0;
  const named = Object.create(null); // every name that stands in the tests
  const note = (title, key) => {
    if (named[key]) refused = refused || `${title}.${key}`;
  };

  const lockAll = () => {
    lockBuiltins(note);
    const assert = load("assert");
    for (const part of [assert, assert.strict, load("util"), lodash]) Object.freeze(part);
  };
  const lockProcess = () => {
    const closed = (name) => () => {
      throw new Error(`process.${name} is not open to a candidate`);
    };
    for (const name of ["binding", "_linkedBinding", "dlopen", "getBuiltinModule", "_debugProcess", "_debugEnd"]) {
      if (name in process) Object.defineProperty(process, name, { value: closed(name), configurable: false });
    }
    Object.defineProperty(process, "mainModule", { value: undefined, configurable: false });
  };

  const placeInTests = /(?:tests|main)\.js:(\d+)/;
  let lines = []; // of the program that holds the tests, each cut
  // Where the tests are, as lines for a message: what the line says, and its number. The stack may be the candidate's.
  const whereAmI = () => {
    try {
      const found = exec.call(placeInTests, new Error().stack);
      return `: ${lines[found[1] - 1]}\n    at ${found[0]}`;
    } catch {
      return "";
    }
  };
  const checked = Object.create(console, {
    assert: {
      value: (holds, message) => {
        if (holds) return;
        failures++;
        if (failures > MOST_FAILURES) return;
        say(`Assertion failed${typeof message === "string" ? `: ${cut(message, 0, LONGEST)}` : ""}${whereAmI()}\n`);
      },
    },
  });
  const parses = (text) => {
    try {
      new vm.Script(text);
      return true;
    } catch {
      return false;
    }
  };
  const main = () => {
    const kept = readMark();
    const candidate = take("candidate.js");
    const tests = take("tests.js");
    for (const name of tests.match(/[\w$]+/g) || []) named[name] = true;
    lockAll();
    lockProcess();
    process.on("uncaughtException", fail);
    process.on("unhandledRejection", fail);
    let through = false;
    process.on("beforeExit", () => {
      if (!through || refused || failures) return;
      through = false;
      for (let i = 0; i < kept.length; i++) kept[i] ^= SCRAMBLE;
      writeSync(1, kept);
    });
    const hold = { console: checked, require: given, JSON, Math, Object, Array, String, Number, Boolean, Map, Set };
    const names = Object.keys(hold);
    const values = Object.values(hold);
    const ending = `\n})`;
    const beginning = `(function (${names.join(", ")}) {`;
    const run = vm.runInThisContext;
    const apply = Reflect.apply;
    const apart = parses(beginning + tests + ending);
    const program = new vm.Script(`(function (exports, require, module, __filename, __dirname) {${candidate}\n${tests}\n})`);
    void program; // it must be one program, as upstream runs it: what cannot be is a syntax error here too
    globalThis.require = given;
    globalThis.module = { exports: {} };
    globalThis.exports = globalThis.module.exports;
    globalThis.__filename = `${process.cwd()}/main.js`;
    globalThis.__dirname = process.cwd();
    const shown = (apart ? tests : `${candidate}\n${tests}`).split("\n").map((line) => cut(line.trim(), 0, LONGEST));
    const goesOn = /[(,[]$/;
    lines = shown.map((line, i) => (goesOn.test(line) ? cut(shown.slice(i, i + 4).join(" "), 0, LONGEST) : line));
    try {
      if (apart) {
        run(candidate, { filename: "candidate.js" });
        const body = run(beginning + tests + ending, { filename: "tests.js" });
        apply(body, undefined, values);
      } else {
        apply(run(`${beginning}${candidate}\n${tests}${ending}`, { filename: "main.js" }), undefined, values);
      }
    } catch (error) {
      fail(error);
    }
    if (refused) fail(`the candidate changes ${refused}, which the tests use`);
    if (failures) leave(1);
    through = true;
  };
  main();
}
