"""Frames over a socket: what is sent arrives whole and in order, and an end in between is noticed."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.sandbox.guest import frames
from assay.sandbox.guest.frames import Channel, ChannelClosed

FRAMES = st.lists(st.tuples(st.integers(0, 255), st.binary(max_size=200)), max_size=20)


@pytest.fixture
def ends() -> Iterator[tuple[Channel, Channel]]:
    """Two channels that talk to each other."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Channel(ours.fileno()), Channel(theirs.fileno())


def in_the_background(action: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=action, daemon=True)
    thread.start()
    return thread


def test_the_header_is_four_bytes_of_length_and_one_of_kind() -> None:
    assert frames.frame(frames.VALUE, b"abc") == b"\3\0\0\0vabc"
    assert frames.frame(frames.DONE) == b"\0\0\0\0d"


def test_kinds_are_told_apart() -> None:
    from_candidate = [frames.FAULT, frames.LOADED, frames.UNLOADED, frames.VALUE, frames.RAISED, frames.TOO_LARGE]
    from_candidate += [frames.SUSPECT, frames.DONE, frames.CALLBACK]
    to_candidate = [frames.JOB, frames.CASES, frames.REQUEST, frames.ANSWER, frames.ANSWER_RAISED]

    assert len(set(from_candidate)) == len(from_candidate)
    assert len(set(to_candidate)) == len(to_candidate)
    assert set(from_candidate) <= frames.FROM_CANDIDATE
    assert not frames.FROM_CANDIDATE & set(to_candidate)


@given(FRAMES)
def test_what_is_sent_arrives(sent: list[tuple[int, bytes]]) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        sender, receiver = Channel(ours.fileno()), Channel(theirs.fileno())
        for kind, body in sent:
            sender.send(kind, body)

        assert [receiver.receive() for _ in sent] == sent


@given(FRAMES)
def test_what_is_queued_arrives_when_it_is_flushed(sent: list[tuple[int, bytes]]) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        sender, receiver = Channel(ours.fileno()), Channel(theirs.fileno())
        theirs.setblocking(False)
        for kind, body in sent:
            sender.queue(kind, body)
        with pytest.raises(BlockingIOError):
            theirs.recv(1)
        sender.flush()
        sender.flush()
        theirs.setblocking(True)

        assert [receiver.receive() for _ in sent] == sent


@pytest.mark.parametrize("size", [0, 1, frames.HEADER.size, 65_536, 2**20 - 1, 2**20, 2**20 + 1, 5 * 2**20 + 3])
def test_bodies_larger_than_the_socket_holds(ends: tuple[Channel, Channel], size: int) -> None:
    sender, receiver = ends
    body = os.urandom(size)
    thread = in_the_background(lambda: sender.send(frames.VALUE, body))

    assert receiver.receive() == (frames.VALUE, body)
    thread.join()


def test_a_frame_in_pieces_is_put_together(ends: tuple[Channel, Channel]) -> None:
    sender, receiver = ends
    data = frames.frame(frames.VALUE, b"hello") + frames.frame(frames.DONE)

    def drip() -> None:
        for position in range(len(data)):
            os.write(sender.fd, data[position : position + 1])

    thread = in_the_background(drip)
    assert [receiver.receive(), receiver.receive()] == [(frames.VALUE, b"hello"), (frames.DONE, b"")]
    thread.join()


@pytest.mark.parametrize(
    "sent", [b"", b"\3", b"\3\0\0\0", b"\3\0\0\0v", b"\3\0\0\0vab", b"\xff\xff\xff\xffv" + b"x" * 1000]
)
def test_an_end_before_the_frame_is_whole(sent: bytes) -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        with ours:
            ours.sendall(sent)

        with pytest.raises(ChannelClosed):
            Channel(theirs.fileno()).receive()


def test_a_frame_before_the_end_is_still_read() -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        with ours:
            Channel(ours.fileno()).send(frames.DONE, b"last")
        receiver = Channel(theirs.fileno())

        assert receiver.receive() == (frames.DONE, b"last")
        with pytest.raises(ChannelClosed):
            receiver.receive()


def test_a_reader_that_is_gone_is_an_error() -> None:
    ours, theirs = socket.socketpair()
    with ours:
        theirs.close()

        with pytest.raises(OSError, match=r"Broken pipe|reset"):
            Channel(ours.fileno()).send(frames.VALUE, b"x")


def test_frames_of_several_threads_do_not_mix(ends: tuple[Channel, Channel]) -> None:
    sender, receiver = ends
    bodies = [bytes([number]) * 50_000 for number in range(8)]

    def send(body: bytes) -> None:
        for _ in range(5):
            sender.send(frames.SUSPECT, body)

    threads = [in_the_background(partial(send, body)) for body in bodies]
    received = [receiver.receive() for _ in range(5 * len(bodies))]
    for thread in threads:
        thread.join()

    assert sorted(received) == sorted((frames.SUSPECT, body) for body in bodies * 5)
