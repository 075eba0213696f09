# Runs a candidate and its tests, and prints the mark when the tests have come to their end.
# Standard input holds the mark in its first line and the tests behind it.

guard = Object.new
def guard.protect
  [Method, UnboundMethod, Proc, Binding, BasicObject].each(&:freeze)
  TracePoint.singleton_class.class_eval { %i[new trace stat].each { |name| undef_method(name) if method_defined?(name) } }
  [Kernel, Kernel.singleton_class].each { |owner| owner.class_eval { undef_method(:set_trace_func) } }
end

# What decides about equality and about failing, as it is before the candidate: a change is noticed at the end.
def guard.watched
  @watched ||= begin
    equality = %i[== != ! === eql? equal? <=> hash inspect instance_of? is_a? kind_of? class]
    values = [Object, Integer, Float, String, Symbol, Array, Hash, NilClass, TrueClass, FalseClass, Range, Struct, Set]
    pairs = values.product(equality) + [Object, Kernel].product(%i[raise fail require load eval send exit method])
    @find = Module.instance_method(:instance_method)
    pairs.map { |owner, name| [owner, name, (@find.bind_call(owner, name) rescue nil)] }.select(&:last)
  end
end

def guard.sound?
  watched.all? do |owner, name, method|
    now = @find.bind_call(owner, name)
    now == method && now.owner.equal?(method.owner)
  end
end

# Test cases of a library are run here, since the library itself would do so only when the process is at its end.
def guard.run_cases(names)
  result = Test::Unit::TestResult.new
  names.each { |name| Object.const_get(name).suite.run(result) { nil } }
  return if result.passed? && result.run_count.positive?
  result.faults.each { |fault| $stderr.puts("#{fault.label}: #{fault.message.split.join(" ")}") }
  exit(1)
end

def guard.go
  text = $stdin.read
  $stdin.reopen(File::NULL)
  first, tests = text.split("\n", 2)
  one, two, three, four = first.scan(/.{8}/).map(&:hex)
  names = tests.scan(/^class (\w+) < Test::Unit::TestCase/).flatten
  unless names.empty?
    require "test/unit"
    require "test/unit/testresult"
    Test::Unit::AutoRunner.need_auto_run = false
    [Test::Unit::Assertions, Test::Unit::TestResult, Test::Unit::TestSuite].each(&:freeze)
  end
  body = TOPLEVEL_BINDING.eval("proc do\n#{tests}\nend", "tests", 0)
  [first, text, tests].each(&:clear)
  out, pid = $stdout.dup, Process.pid
  out.sync = true
  watched
  protect
  freeze
  load("./candidate.rb")
  inside(&body)
  run_cases(names) unless names.empty?
  abort("a method that the tests rest on was changed") unless sound?
  out.write(format("\n%08x%08x%08x%08x\n", one, two, three, four)) if Process.pid == pid
end

def guard.inside
  yield
end

require "set"
guard.go
