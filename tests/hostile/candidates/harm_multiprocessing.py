# what: uses multiprocessing and process pools
# verdict: FAILED | CRASHED
# marker: process
import concurrent.futures
import multiprocessing


def work(value):
    return value


def solve(n, items):
    for method in ("fork", "spawn", "forkserver"):
        try:
            process = multiprocessing.get_context(method).Process(target=work, args=(1,))
            process.start()
            return [n * x for x in sorted(items)]
        except OSError:
            pass
    with concurrent.futures.ProcessPoolExecutor(1) as pool:
        return list(pool.map(work, items))
