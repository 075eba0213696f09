"""Small Python programs as people write them: some read input, some import a library, some end with `sys.exit`."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SmallProgram:
    """A program with the input it reads."""

    source: str
    stdin: str = ""


TEMPLATES = (
    ("def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n\nprint(fib({a}))\n", ""),
    ("total = 0\nfor i in range({a} * 100):\n    if i % 3 == 0 or i % 5 == 0:\n        total += i\nprint(total)\n", ""),
    ("n = int(input())\nprint(sum(int(digit) for digit in str(n ** {a})))\n", "{b}\n"),
    ("words = input().split()\n"
     "print(' '.join(sorted(set(words), key=lambda w: (len(w), w))))\n", "b aa ccc d {a} {b}\n"),
    ("import sys\n\ndata = sys.stdin.read().split()\nprint(max(map(int, data)), min(map(int, data)), len(data))\n",
     "{a} {b} 17 -4 99\n"),
    ("import sys\n\n\ndef main():\n    for line in sys.stdin:\n        print(line.strip()[::-1])\n    return 0\n\n\n"
     "if __name__ == '__main__':\n    sys.exit(main())\n", "abc{a}\nxyz{b}\n"),
    ("from collections import Counter\n\ntext = 'the quick brown fox jumps over the lazy dog' * {a}\n"
     "for letter, count in sorted(Counter(text).items()):\n    print(letter, count)\n", ""),
    ("class Account:\n    def __init__(self, balance):\n        self.balance = balance\n\n"
     "    def withdraw(self, amount):\n        if amount > self.balance:\n            raise ValueError('too much')\n"
     "        self.balance -= amount\n\n\naccount = Account({b})\ntry:\n    account.withdraw({a})\n"
     "    account.withdraw(10 ** 9)\nexcept ValueError as error:\n    print(error, account.balance)\n", ""),
    ("primes = [n for n in range(2, {a} * 30) if all(n % d for d in range(2, int(n ** 0.5) + 1))]\n"
     "print(len(primes), primes[-1])\n", ""),
    ("import re\n\ntext = 'call {a}-{b} or 555-0199, not 12-3'\nprint(re.findall(r'\\d+-\\d+', text))\n", ""),
    ("import math\n\nfor k in range(1, {a}):\n    print(f'{{math.sqrt(k):.4f}} {{math.factorial(k) % 1000}}')\n", ""),
    ("rows = [[(i * j) % {b} for j in range(10)] for i in range(10)]\n"
     "for row in zip(*rows):\n    print(*row, sep='\\t')\n", ""),
    ("import json\n\nprint(json.dumps({{'a': {a}, 'b': [1, 2, {b}], 'c': None}}, sort_keys=True))\n", ""),
    ("def sort(items):\n    if len(items) < 2:\n        return items\n    head, *tail = items\n"
     "    return sort([x for x in tail if x < head]) + [head] + sort([x for x in tail if x >= head])\n\n\n"
     "print(sort([{a}, {b}, 5, 3, 99, 1, 42, 7]))\n", ""),
    ("from functools import lru_cache\n\n\n@lru_cache(maxsize=None)\ndef ways(n):\n"
     "    return 1 if n < 2 else ways(n - 1) + ways(n - 2)\n\n\nprint(ways({a} * 5))\n", ""),
    ("matrix = {{}}\nfor word in 'one two three two one {a} two'.split():\n    matrix[word] = matrix.get(word, 0) + 1\n"
     "print(sorted(matrix.items()))\n", ""),
    ("import heapq\n\nheap = []\nfor n in [{a}, {b}, 8, 2, 5]:\n    heapq.heappush(heap, n)\n"
     "while heap:\n    print(heapq.heappop(heap), end=' ')\nprint()\n", ""),
    ("def hanoi(n, a, b, c):\n    if n:\n        hanoi(n - 1, a, c, b)\n        print(a, '->', c)\n"
     "        hanoi(n - 1, b, a, c)\n\n\nhanoi(5, 'A', 'B', 'C')\n", ""),
)  # fmt: skip


def small_programs(count: int, *, seed: int = 0) -> list[SmallProgram]:
    """That many programs, each from a template with numbers of its own."""
    draw = random.Random(seed)
    made = []
    for i in range(count):
        source, stdin = TEMPLATES[i % len(TEMPLATES)]
        numbers = {"a": draw.randint(5, 12), "b": draw.randint(20, 90)}
        made.append(SmallProgram(source.format(**numbers), stdin.format(**numbers)))
    return made
