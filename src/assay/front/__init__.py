"""The functions behind `import assay`: the parts of the package put together for a call from Python or a notebook."""
