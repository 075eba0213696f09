"""`python -m assay` is the command `assay`."""

from assay.cli.main import main

if __name__ == "__main__":
    main()
