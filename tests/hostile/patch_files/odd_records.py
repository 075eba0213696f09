# what: sends records that no runner sends
# file: pkg/__init__.py
# runner: pytest
# verdict: failed,crashed
# suspicion: garbage_on_channel
import gc
for one in gc.get_objects():
    if getattr(one, "__name__", "") == "send" and getattr(one, "__closure__", None):
        for value in (None, [], {"ids": "x"}, {"ids": [1], "status": "passed", "text": "", "seconds": 1.0},
                      {"ids": ["x"], "status": "great", "text": "", "seconds": 1.0}):
            one("test", value)
