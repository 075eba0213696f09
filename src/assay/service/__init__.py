"""The service: monitoring, judging and pages over HTTP."""
