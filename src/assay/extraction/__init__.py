"""Code out of what models write: chat answers, completions of a prompt, whole programs."""

from assay.extraction.assembling import Assembled, Extracting, Form, assemble
from assay.extraction.search import Extracted, How, extract, extraction_of

__all__ = ["Assembled", "Extracted", "Extracting", "Form", "How", "assemble", "extract", "extraction_of"]
