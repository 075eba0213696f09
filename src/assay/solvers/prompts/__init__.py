"""What models are asked: templates as files, filled with what may be seen of a problem; and words on what failed."""

from assay.solvers.prompts.feedback import failures_of, feedback_of
from assay.solvers.prompts.reading import builtin_templates, load_template
from assay.solvers.prompts.template import Template

__all__ = ["Template", "builtin_templates", "failures_of", "feedback_of", "load_template"]
