-- Runs a candidate and its tests, and prints the mark when the tests have come to their end.
-- Standard input holds the mark, the value that the end of the tests returns, and the whole program.
-- They are one chunk, since the candidate's functions may be local; what can look into other functions is taken away.
local mark, last, source = io.read("l", "l", "a")
io.stdin:close()
io.input(io.open("/dev/null"))
local output, call, traceback = io.stdout, pcall, debug.traceback
local found, unit = pcall(require, "luaunit")
local kept = {}
if found then
  for name, value in pairs(unit) do kept[name] = value end
end
for _, name in ipairs({ "pairs", "ipairs", "next", "type", "tostring", "error", "pcall", "xpcall", "rawequal", "rawget",
                        "getmetatable", "setmetatable", "select", "assert" }) do
  kept["_G." .. name] = _G[name]
end
debug, package.loaded.debug = nil, nil
debug = { traceback = traceback }

local run, problem = load(source, "=program")
if not run then
  io.stderr:write(problem, "\n")
  os.exit(1)
end
source = nil
local next, write, failure = next, output.write, io.stderr
local ended, status = run()
for name, value in next, kept do
  local now = found and unit[name]
  local global = string.match(name, "^_G%.(.*)")
  if global then now = _G[global] end
  if now ~= value then
    failure:write("a function that the tests rest on was replaced: ", name, "\n")
    os.exit(1)
  end
end
if ended == last and status == 0 then
  write(output, "\n", mark, "\n")
else
  os.exit(1)
end
