# what: a .pth file at the top
# file: evil.pth
# runner: pytest
# verdict: failed
# suspicion: test_configuration
import os; os._exit(0)
