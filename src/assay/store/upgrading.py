"""Steps to a newer schema that SQL alone cannot take. Like all released steps, they never change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assay.store.codec import from_column, from_json_column, json_column

if TYPE_CHECKING:
    from sqlalchemy import Connection


def options_to_specs(connection: Connection) -> None:
    """Version 6: what a run was asked for becomes its spec, and its report gets a table of its own."""
    from sqlalchemy import text

    names = "number, benchmark, benchmark_version, name, model, model_version, labels, source, spec"
    put = text("UPDATE runs SET spec = :spec WHERE number = :number")
    keep = text("INSERT INTO reports (run, body) VALUES (:run, :body)")
    for row in connection.execute(text(f"SELECT {names} FROM runs")).all():
        options = from_json_column(row.spec)
        report = options.pop("report", None)
        if report is not None:
            connection.execute(keep, {"run": row.number, "body": json_column(report)})
        connection.execute(put, {"number": row.number, "spec": json_column(_spec(row, options))})


def _spec(row: Any, options: dict[str, Any]) -> dict[str, Any] | None:  # Any: a row of runs, and JSON
    """The spec as this version of the schema has it; `None` for a run that did not note how it was judged."""
    if "limits" not in options:
        return None
    texts = {field: from_column(getattr(row, field)) for field in ("name", "model", "model_version")}
    weights = options.get("codebleu")
    return {
        "benchmark": {
            "name": from_column(row.benchmark),
            "version": from_column(row.benchmark_version),
            "place": options["benchmark"],
            "problem_file": options.get("problem_file") or "",
            "challenge": bool(options.get("challenge")),
            "digest": options.get("digest", ""),
        },
        "candidates": {"name": from_column(row.source)},
        "subset": {field: options.get(field) for field in ("problems", "limit", "attempts")},
        "reading": {"form": options.get("form"), "extract": options.get("extract", "auto")},
        "judging": {
            "judge": options["judge"],
            "limits": options["limits"],
            "python": options.get("python"),
            "isolation": options["isolation"],
            "first_failure": bool(options.get("first_failure")),
        },
        "scoring": {
            "k": options.get("k"),
            "quality": bool(options.get("quality")),
            "codebleu": bool(weights),
            "codebleu_weights": weights or [0.25] * 4,
        },
        "about": {**texts, "labels": from_json_column(row.labels)},
    }
