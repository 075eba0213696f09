# what: deep copies, pickles and serialises its own objects
# verdict: PASSED
import copy
import json
import marshal
import pickle


class Box:
    def __init__(self, value):
        self.value = value


def solve(n, items):
    boxes = copy.deepcopy([Box(x) for x in items])
    boxes = pickle.loads(pickle.dumps(boxes)) if Box.__module__ in __import__("sys").modules else boxes
    values = json.loads(json.dumps([box.value for box in boxes]))
    return [n * x for x in sorted(marshal.loads(marshal.dumps(values)))]
