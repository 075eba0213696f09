# what: uses seeded random numbers, secrets, uuids and os.urandom
# verdict: PASSED
import os
import random
import secrets
import uuid

random.seed(7)


def solve(n, items):
    shuffled = list(items)
    random.shuffle(shuffled)
    assert len(secrets.token_bytes(16)) == 16 and uuid.uuid4() != uuid.uuid4() and os.urandom(4) and uuid.uuid1()
    return [n * x for x in sorted(shuffled)]
