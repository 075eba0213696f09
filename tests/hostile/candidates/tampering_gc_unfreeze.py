# what: unfreezes and collects what the zygote froze, with callbacks that change the garbage
# verdict: FAILED | CRASHED | TIMED_OUT
import gc


def callback(phase, info):
    if phase == "start":
        for thing in gc.get_objects(generation=0):
            if type(thing) is list:
                thing.append(thing)


gc.callbacks.append(callback)
gc.unfreeze()
gc.set_threshold(50)


def solve(n, items):
    gc.collect()
    gc.freeze()
    return None
