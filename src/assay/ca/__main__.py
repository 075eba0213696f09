"""`python -m assay.ca`: the command `assay ca`."""

import sys

from assay.cli.main import main

if __name__ == "__main__":
    main(["ca", *sys.argv[1:]])
