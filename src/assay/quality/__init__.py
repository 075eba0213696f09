"""Quality without execution: six dimensions with the evidence behind them, static analysis, human ratings."""
