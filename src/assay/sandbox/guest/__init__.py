"""Standard-library-only code that runs inside the sandbox under any interpreter."""
