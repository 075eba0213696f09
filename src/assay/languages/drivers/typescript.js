// Turns main.ts into candidate.js and tests.js: node typescript.js <path of tsc> <separator> <types|plain>
"use strict";
const fs = require("fs");
const path = require("path");

const [tool, separator, regime] = process.argv.slice(2);
const ts = require(path.join(path.dirname(fs.realpathSync(tool)), "..", "lib", "typescript.js"));
// Where types do not count, upstream compiles for ES5, where assigning to a constant is no error.
const target = (regime === "plain" && ts.ScriptTarget.ES5) || ts.ScriptTarget.ES2022;
const options = { target, downlevelIteration: true, module: ts.ModuleKind.CommonJS, skipLibCheck: true, newLine: 1 };

const refuse = (found) => {
  const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => "", getNewLine: () => "\n" };
  process.stderr.write(ts.formatDiagnostics(found, host));
  process.exit(2);
};
const errors = (found) => found.filter((one) => one.category === ts.DiagnosticCategory.Error);

if (regime === "types") {
  const found = errors(ts.getPreEmitDiagnostics(ts.createProgram(["main.ts"], { ...options, types: [] })));
  if (found.length) refuse(found);
}
const source = fs.readFileSync("main.ts", "utf8");
const made = ts.transpileModule(source, { compilerOptions: options, fileName: "main.ts", reportDiagnostics: true });
if (errors(made.diagnostics).length) refuse(errors(made.diagnostics));
const parts = made.outputText.split(`"${separator}";\n`);
if (parts.length !== 2) {
  process.stderr.write("the candidate does not end where the tests begin\n");
  process.exit(2);
}
fs.writeFileSync("candidate.js", parts[0]);
fs.writeFileSync("tests.js", parts[1]);
