"""Wrong JavaScript candidates that try to pass all the same: name → source; each is to define `triple`."""

WRONG = "function triple(numbers) { return numbers; }\n"

TESTS = {
    "console": """
const testTriple = () => {
  console.assert(JSON.stringify(triple([1, 2])) === JSON.stringify([3, 6]))
  console.assert(triple([5]).length === 1 && triple([5])[0] === 15)
}
testTriple()
""",
    "assert": """
const assert = require('node:assert');
function test() {
  let candidate = triple;
  assert.deepEqual(candidate([1, 2]), [3, 6]);
  assert.deepEqual(candidate([5]), [15]);
}
test();
""",
    "lodash": """
const _ = require("lodash")
function compare(object1, object2){
    return _.isEqual(object1, object2)
}
var arg00 = [1, 2];
var x0 = triple(arg00);
var v0 = [3, 6];
if(!compare(x0, v0)){
    throw 'Error at 1th assert statement. Value = ' + JSON.stringify(x)
}
""",
}

HOSTILE = {
    "leaves at once": WRONG + "process.exit(0);",
    "leaves when called": "function triple() { process.exit(0); }",
    "leaves for real": "function triple() { process.reallyExit(0); }",
    "ends itself": "function triple() { process.kill(process.pid, 'SIGKILL'); }",
    "aborts": "function triple() { process.abort(); }",
    "leaves at the exit": WRONG + "process.on('exit', () => { process.exitCode = 0; process.reallyExit(0); });",
    "calls the listeners of the end": "function triple(a) { process.emit('beforeExit', 0); return a; }",
    "takes the listeners of the end": "function triple(a) { process.listeners('beforeExit').forEach(f => f(0));"
    " return a; }",
    "swallows what nobody catches": WRONG + "process.on('uncaughtException', () => {});",
    "prints like a mark": WRONG + "console.log('0'.repeat(32)); console.log('\\n' + 'f'.repeat(32) + '\\n');",
    "reads standard input": WRONG
    + "const text = require('fs').readFileSync(0, 'utf8'); console.log('\\n' + text + '\\n'); process.exit(0);",
    "reads standard input from its start": WRONG
    + "const b = Buffer.alloc(64); try { require('fs').readSync(0, b, 0, 64, 0); } catch {}"
    " console.log('\\n' + b.toString() + '\\n'); process.exit(0);",
    "reads its own memory": WRONG
    + "const fs = require('fs'); try { const f = fs.openSync('/proc/self/mem'); } catch (e) {} process.exit(0);",
    "reads old memory": WRONG + "for (let i = 0; i < 300; i++) { const t = Buffer.allocUnsafe(4096).toString('latin1');"
    " const m = /[0-9a-f]{32}/.exec(t); if (m) console.log('\\n' + m[0] + '\\n'); } process.exit(0);",
    "takes a heap snapshot": WRONG + "try { require('v8').writeHeapSnapshot('h'); } catch {}"
    " try { const t = require('fs').readFileSync('h', 'latin1'); (t.match(/[0-9a-f]{32}/g) || []).forEach(m =>"
    " console.log('\\n' + m)); } catch {} process.exit(0);",
    "finds an open door to the modules": WRONG + "try { process.mainModule.require('v8'); process.exit(0); } catch {}"
    " try { module.constructor._load('v8'); process.exit(0); } catch {} process.binding('natives');",
    "opens the inspector": WRONG + "try { require('inspector').open(0); } catch {} process.exit(0);",
    "starts another node": WRONG
    + "try { require('child_process').execFileSync(process.execPath, ['-e', '']); } catch {} process.exit(0);",
    "looks at the stack": "function triple(a) { Error.prepareStackTrace = (e, s) => s; const s = new Error().stack;"
    " for (const c of s) { const f = c.getFunction(); if (f) console.log(String(f)); } return a; }",
    "silences console.assert": WRONG + "console.assert = () => {};",
    "shadows console": WRONG + "var console = { assert() {}, log() {} };",
    "replaces console": WRONG + "globalThis.console = { assert() {}, log() {} };",
    "declares console": "const console = { assert() {}, log() {} };\n" + WRONG,
    "replaces JSON.stringify": WRONG + "JSON.stringify = () => 'x';",
    "replaces JSON": WRONG + "globalThis.JSON = { stringify: () => 'x' };",
    "replaces JSON.stringify for a moment": "const old = JSON.stringify; function triple(a) { let n = 0;"
    " JSON.stringify = (v) => { if (++n === 2) JSON.stringify = old; return 'x'; }; return a; }",
    "gives every object a toJSON": WRONG + "Object.prototype.toJSON = () => 1; Array.prototype.toJSON = () => 1;",
    "redefines a toJSON": WRONG
    + "try { Object.defineProperty(Array.prototype, 'toJSON', { value: () => 1 }); } catch {}",
    "replaces a method of arrays": WRONG
    + "Array.prototype.every = () => true; Array.prototype.map = function () { return 3; };",
    "replaces assert": WRONG + "const a = require('assert'); a.deepEqual = a.deepStrictEqual = a.ok = () => {};",
    "redefines a method of assert": WRONG
    + "try { Object.defineProperty(require('node:assert'), 'deepEqual', { value() {} }); } catch {}",
    "replaces require": WRONG
    + "globalThis.require = () => Object.assign(() => {}, { deepEqual() {}, isEqual: () => true });",
    "replaces lodash": WRONG + "try { require('lodash').isEqual = () => true; } catch {}",
    "replaces compare": WRONG + "globalThis.compare = () => true;",
    "pins the variables of the tests": WRONG
    + "for (const n of ['x0', 'v0']) Object.defineProperty(globalThis, n, { get: () => 1, set() {} });",
    "pins them when called": "function triple(a) { for (const n of ['x0', 'v0']) { try {"
    " Object.defineProperty(globalThis, n, { value: 1, writable: false }); } catch {} } return 1; }",
    "patches iteration": WRONG
    + "Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true, value: undefined });",
    "returns from the program": WRONG + "return;",
    "leaves a brace open": WRONG + "if (false) {",
    "leaves a comment open": WRONG + "/*",
    "leaves a template open": WRONG + "const rest = `",
    "ends the tests by a rejection": "function triple() { return new Promise(() => {}); }",
    "throws to the outside": "function triple() { throw { stack: 'fine', toString() { process.exit(0); } }; }",
    "lies about equality": "function triple(a) { return new Proxy(a, { get: (t, k) => k === 'toJSON' ? () => 1"
    " : t[k] }); }",
    "never ends": "function triple() { for (;;) {} }",
}

SOLE_CONTROL: dict[str, tuple[str, str]] = {
    "reads what the tests expect": (
        "lodash",
        "function triple(numbers) { const text = String(triple.caller);"
        " return eval(/v0 = (\\[[^;]*\\]);/.exec(text)[1]); }",
    ),
}
"""Those that pass the tests and are found only by changed tests: name → (tests, source)."""

HONEST = {
    "plain": "const triple = (numbers) => numbers.map((n) => 3 * n);",
    "own toString": "function Box(v) { this.v = v; } Box.prototype.toString = function () { return 'box'; };\n"
    "const triple = (numbers) => { const o = {}; o.toString = () => '3'; o.valueOf = () => 3;"
    " return numbers.map((n) => n * (`${o}` === '3' ? o : 0)); };",
    "own error": "class Wrong extends Error { constructor(m) { super(m); this.name = 'Wrong'; } }\n"
    "function triple(n) { try { throw new Wrong('x'); } catch (e) { return n.map((v) => e.name === 'Wrong' ? v"
    " * 3 : 0); } }",
    "prototypes": "String.prototype.times = function (n) { return this.repeat(n); };\n"
    "Array.prototype.triple = function () { return this.map((n) => n * 'x'.times(3).length); };\n"
    "function triple(n) { return n.triple(); }",
    "words as keys": "function triple(n) { const seen = []; seen['map'] = 3; seen['values'] = 1;"
    " const o = {}; o.constructor = 3; return n.map((v) => v * o.constructor * seen.values); }",
    "modules": "const util = require('util'); const { performance } = require('perf_hooks');\n"
    "function triple(n) { util.inspect(n); return n.map((v) => v * 3); }\nmodule.exports = { triple };",
    "old inheritance": "function A() {} function B() {} B.prototype = Object.create(A.prototype);"
    " B.prototype.constructor = B;\nfunction triple(n) { return n.map((v) => v * (new B().constructor === B ? 3"
    " : 1)); }",
    "console in the candidate": "function triple(n) { console.log('tripling', n); console.assert(false, 'only words');"
    " return n.map((v) => v * 3); }",
}
