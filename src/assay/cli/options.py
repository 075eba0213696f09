"""The flags of `assay run`, each with its help; shared by every command that judges."""

from __future__ import annotations

from typing import Annotated

import typer

Candidates = Annotated[
    list[str] | None,
    typer.Option("--candidates", "-c", metavar="PATH", help="A file or folder of candidates, or - ; may be repeated."),
]
ProblemFile = Annotated[
    str | None, typer.Option(metavar="PATH", help="The problems, in the format of the benchmark's family.")
]
Challenge = Annotated[
    bool, typer.Option("--challenge", help="mbpp: its challenge assertions decide too; published scores are without.")
]
Problems = Annotated[
    str | None, typer.Option(metavar="IDS", help="Only these: ids, ranges and patterns, with commas between.")
]
Limit = Annotated[int | None, typer.Option(metavar="N", min=1, help="Only the first N problems.")]
Attempts = Annotated[int | None, typer.Option(metavar="N", min=1, help="Only the first N attempts at each.")]
Form = Annotated[
    str | None,
    typer.Option(metavar="FORM", help="What a candidate is: completion, solution or chat.", show_default="by the file"),
]
Extract = Annotated[
    str,
    typer.Option(
        metavar="auto|always|never",
        help="Take code out of answers; auto: out of chat answers, and of texts that do not parse as given.",
    ),
]
Name = Annotated[str, typer.Option(metavar="TEXT", help="A name to find the run by.")]
Model = Annotated[str, typer.Option(metavar="TEXT", help="Who wrote the candidates.")]
ModelVersion = Annotated[str, typer.Option(metavar="TEXT", help="Which version of it.")]
Labels = Annotated[
    list[str] | None, typer.Option("--label", metavar="KEY=VALUE", help="Kept with the run; may be repeated.")
]
Time = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="Effective time of one candidate, such as 3s; no slow reference prolongs it."),
]
Memory = Annotated[str | None, typer.Option(metavar="SIZE", help="Memory of one candidate, such as 1GiB.")]
Workers = Annotated[int | None, typer.Option(metavar="N", help="Judging processes.", show_default="one per core")]
K = Annotated[str | None, typer.Option("--k", metavar="K,...", help="For pass@k.", show_default="1,5,10,100")]
Python = Annotated[str | None, typer.Option(metavar="PATH", help="The interpreter that candidates run under.")]
Isolation = Annotated[
    str | None, typer.Option(metavar="LEVEL", help="The weakest level to accept: full, seccomp or process.")
]
Quality = Annotated[bool, typer.Option("--quality", help="Add form and quality in six dimensions.")]
CodeBleu = Annotated[bool, typer.Option("--codebleu", help="Add the similarity to the references.")]
FirstFailure = Annotated[
    bool, typer.Option("--first-failure", help="Stop a candidate at its first failed case; leaves out case rates.")
]
Cache = Annotated[bool, typer.Option(help="Use verdicts from before.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Begin anew where the same run was left unfinished.")]
TakeOver = Annotated[
    bool, typer.Option("--take-over", help="Go on with an unfinished run even if its process seems to live.")
]
FailUnder = Annotated[
    list[str] | None, typer.Option(metavar="METRIC=VALUE", help="Exit with 1 below that, such as pass@1=0.6.")
]
