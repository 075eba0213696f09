# Runs a candidate and its tests, and prints the mark when the tests have come to their end.
# Standard input holds the mark in its first line and the tests behind it.
(function() {
  input <- file("stdin")
  lines <- readLines(input, warn = FALSE)
  close(input)
  tests <- parse(text = lines[-1], keep.source = FALSE)
  hidden <- rev(utf8ToInt(lines[1]))
  lines <- NULL
  process <- Sys.getpid()
  say <- base::cat
  lockEnvironment(baseenv(), bindings = TRUE)
  sys.source("candidate.R", envir = globalenv(), keep.source = FALSE)
  for (test in tests) base::eval(test, globalenv())
  if (base::identical(Sys.getpid(), process)) say("\n", base::intToUtf8(base::rev(hidden)), "\n", sep = "")
})()
