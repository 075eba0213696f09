"""A file of rules to begin with, in which every field is explained once."""

from __future__ import annotations

from typing import Final

EXAMPLE: Final = """\
# Rules of alerts. `assay monitor check` holds them against what was observed; `assay serve` does so all the time.

# Who is told. Secrets stay in environment variables, which are named here.
channels:
  log:
    kind: log                      # the log of the service, or standard error of `assay monitor check`
  # ops:
  #   kind: webhook                # posted as JSON; tried ten times over some hours
  #   url: https://example.org/hook       # or url_env: NAME_OF_A_VARIABLE, where the address itself is a secret
  #   secret_env: ASSAY_WEBHOOK_SECRET    # signs each message: X-Assay-Signature: t=SECONDS,v1=HMAC-SHA256
  #   header_env: {Authorization: OPS_AUTHORIZATION}
  #   timeout: 10s

messages_per_hour: 12              # to one channel; what is beyond waits, and is told together later

rules:
  # Too few tasks are solved, for each kind of task. It fires only when that is beyond doubt: the whole interval of the
  # share, at the confidence given, lies below the bound.
  - name: accuracy
    kind: accuracy
    below: 0.8
    window: 6h
    min_n: 50                      # with fewer observations nothing is said
    confidence: 0.99
    # certain: false               # fire on the plain figure
    by: task_type                  # one alert for each value; or stream, model, model_version, agent_version, arm
    clear_for: 30m                 # resolved when the bound was kept for so long
    severity: critical             # info, warning or critical
    notify: [log]

  # The share of solved tasks has changed for the worse, by a test that is wrong once in so many days.
  - name: drift
    kind: drift
    false_alarm_days: 100
    notify: [log]

  - name: dear
    kind: cost
    mean_above: 0.50               # US dollars for one task; or total_above: for the window together
    window: 1d
    notify: [log]

  - name: slow
    kind: latency
    p95_above: 60                  # seconds; or p50_above
    window: 1h
    for: 15m                       # only when it lasts
    remind_every: 4h               # say so again while it fires and nobody has acknowledged it
    notify: [log]

  - name: silence
    kind: no_data
    window: 2h
    where: {stream: production}    # which observations; production where nothing is said
    notify: [log]
"""
