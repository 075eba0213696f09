"""One front for every part that reads code: languages as data, one parse in bytes."""
