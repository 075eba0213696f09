"""Requests that somebody else made, such as an agent: what of them is sent on, and how answers go back.

Whoever made them is not trusted. Only fields and kinds of content that are known here are sent on: others could make
the server fetch an address, search the web, or charge more than the known price.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import UnionType
from typing import Any, Protocol, runtime_checkable

from assay.errors import Fault, InvalidValue
from assay.hashing import content_digest
from assay.models.base import Model
from assay.solutions import Completion, Message, Sampling

MOST_MESSAGES = 5000
MOST_NUMBER = 1e6
"""No number about sampling is larger."""
MOST_VALUES = 200_000
"""Texts, numbers, lists and objects of a request."""
DEEPEST = 64
"""Lists and objects in each other, in a request."""
_SIMPLE = (
    "parallel_tool_calls", "temperature", "top_p", "max_tokens", "max_completion_tokens", "seed", "presence_penalty",
    "frequency_penalty", "reasoning_effort",
)  # fmt: skip
_TEXTS = ("role", "name", "tool_call_id", "refusal", "reasoning_content")
"""Fields of a message that are text."""
_CHOICES = ("none", "auto", "required", "any")
_FORMATS = ("text", "json_object", "json_schema")
_TEXT_PARTS = ("text", "refusal")
_ROLES = ("system", "developer", "user", "assistant", "tool", "function")


@dataclass(frozen=True, slots=True)
class Forwarded:
    """An answer to a request that was sent on: as the server gave it, and as one of ours."""

    completion: Completion
    answer: Mapping[str, Any]  # Any: JSON
    """With `choices`, and `usage` where the server counted."""

    @classmethod
    def of(cls, answer: Mapping[str, Any], completion: Completion) -> Forwarded:  # Any: JSON
        """Return an answer whose completion has the text and the calls of tools of its first choice."""
        choices = answer.get("choices")
        first = choices[0].get("message") if isinstance(choices, list) and choices else None
        text = text_of(first) if isinstance(first, dict) else completion.text
        return cls(replace(completion, text=text), answer)

    @classmethod
    def from_kept(cls, kept: Completion) -> Forwarded:
        """Return the answer that `to_keep` wrote; raises `Fault` for another."""
        try:
            answer = json.loads(kept.text)
            is_one = all(isinstance(one, dict) for one in answer["choices"])
        except (ValueError, RecursionError, TypeError, LookupError):
            is_one = False
        if not is_one:
            raise Fault(f"an answer in the store cannot be read: {kept.text!r:.80}")
        return cls.of(answer, kept)

    def to_keep(self) -> Completion:
        """Return the completion to keep, whose text is all of the answer."""
        return replace(self.completion, text=json.dumps(self.answer))


@runtime_checkable
class Forwarding(Protocol):
    """A model that takes requests of others as they are."""

    def forward(self, body: Mapping[str, Any], *, number: int = 0) -> Forwarded:  # Any: JSON
        """Return the answer to a request that `checked_body` returned; raises what `Model.complete` does."""


def forward_to(model: Model, body: Mapping[str, Any], *, number: int = 0) -> Forwarded:  # Any: JSON
    """Return the answer of any model: one that knows only text is given the messages as text, and no tools."""
    if isinstance(model, Forwarding):
        return model.forward(body, number=number)
    completion = model.complete(messages_of(body), sampling=_sampling_of(body), number=number)
    message = {"role": "assistant", "content": completion.text}
    choice = {"index": 0, "message": message, "finish_reason": completion.finish_reason or "stop"}
    used = {"prompt_tokens": completion.tokens_in, "completion_tokens": completion.tokens_out}
    usage = used | {"total_tokens": completion.tokens_in + completion.tokens_out}
    return Forwarded(completion, {"choices": [choice], "usage": usage})


def checked_body(body: object) -> dict[str, Any]:  # Any: JSON
    """Return what of a request is sent on; raises `InvalidValue` where it is none that we take.

    >>> checked_body({"model": "x", "messages": [{"role": "user", "content": "hi"}], "store": True})
    {'messages': [{'role': 'user', 'content': 'hi'}]}
    """
    if not isinstance(body, dict):
        raise InvalidValue("the request must be a JSON object")
    _check_size(body)
    messages = body.get("messages")
    if not isinstance(messages, list) or not 0 < len(messages) <= MOST_MESSAGES:
        raise InvalidValue(f"messages must be a list of 1 to {MOST_MESSAGES:,} messages")
    if body.get("n") not in (None, 1):
        raise InvalidValue(f"n must be 1, got {str(body['n'])[:40]!r}")
    made = {"messages": [_message(message) for message in messages]} | _picked(body, *_SIMPLE)
    made |= {name: make(body[name]) for name, make in _MAKERS.items() if body.get(name) is not None}
    return {name: value for name, value in made.items() if value is not None}


def body_key(model: str, body: Mapping[str, Any], number: int, salt: str = "") -> str:  # Any: JSON
    """Return the digest of a request that is sent on, with the number of the answer; see `request_key`."""
    return content_digest("forwarded", json.dumps([model, body, number, salt], sort_keys=True)).hex()


def messages_of(body: Mapping[str, Any]) -> tuple[Message, ...]:  # Any: JSON
    """Return the messages of a request as text, with calls of tools and their results."""
    return tuple(Message(_role(one["role"]), text_of(one)) for one in body["messages"])


def text_of(message: Mapping[str, Any]) -> str:  # Any: JSON
    """Return a message as text; calls of tools stand behind it as JSON.

    >>> text_of({"content": [{"type": "text", "text": "a"}], "tool_calls": [{"id": "1"}]})
    'a\\n[{"id": "1"}]'
    """
    content = message.get("content")
    if isinstance(content, list):
        content = "".join(str(one.get("text", "")) for one in content if isinstance(one, dict))
    texts = [content if isinstance(content, str) else "", message.get("refusal")]
    texts += [json.dumps(message[name]) for name in ("tool_calls", "function_call") if message.get(name)]
    whole = "\n".join(text for text in texts if isinstance(text, str) and text)
    return whole.encode("utf-8", "replace").decode()


def _role(role: str) -> str:
    """The role in the three words that every model knows."""
    return {"developer": "system", "tool": "user", "function": "user"}.get(role, role)


def _picked(value: object, *names: str, kind: type | UnionType = str | int | float) -> dict[str, Any]:  # Any: JSON
    """Return the fields of these names that have a value of this kind, and no others."""
    given = value if isinstance(value, dict) else {}
    return {name: given[name] for name in names if isinstance(given.get(name), kind)}


def _message(message: object) -> dict[str, Any]:  # Any: JSON
    """Return a message made of what is known of it."""
    if not isinstance(message, dict) or message.get("role") not in _ROLES:
        raise InvalidValue(f"each message must be an object with a role ({', '.join(_ROLES)})")
    made, content = _picked(message, *_TEXTS, kind=str), message.get("content")
    if isinstance(content, list):
        if not all(isinstance(one, dict) and one.get("type") in _TEXT_PARTS for one in content):
            raise InvalidValue("content must be text, or parts of the type text; a server could fetch others elsewhere")
        content = [_picked(one, "type", one["type"], kind=str) for one in content]
    elif not isinstance(content, str | None):
        raise InvalidValue("content must be text, or a list of parts")
    if "content" in message:
        made["content"] = content
    if isinstance(message.get("tool_calls"), list):
        made["tool_calls"] = [_call(one) for one in message["tool_calls"]]
    if isinstance(message.get("function_call"), dict):
        made["function_call"] = _picked(message["function_call"], "name", "arguments", kind=str)
    return made


def _call(call: object) -> dict[str, Any]:  # Any: JSON
    if not isinstance(call, dict) or call.get("type", "function") != "function":
        raise InvalidValue("tool_calls must be calls of functions")
    made = _picked(call, "id", "type", kind=str)
    return made | ({"function": _picked(call["function"], "name", "arguments", kind=str)} if "function" in call else {})


def _tools(tools: object) -> list[dict[str, Any]]:  # Any: JSON
    if not isinstance(tools, list) or not all(isinstance(one, dict) and one.get("type") == "function" for one in tools):
        raise InvalidValue("tools must be a list of functions; tools of the server are not to be had")
    return [{"type": "function", "function": _function(one.get("function"))} for one in tools]


def _functions(functions: object) -> list[dict[str, Any]]:  # Any: JSON
    if not isinstance(functions, list):
        raise InvalidValue("functions must be a list of functions")
    return [_function(one) for one in functions]


def _function(function: object) -> dict[str, Any]:  # Any: JSON
    made = _picked(function, "name", "description", "strict")
    if not isinstance(made.get("name"), str):
        raise InvalidValue("tools and functions must have names; tools of the server are not to be had")
    return made | _schema(function, "parameters")


def _schema(value: object, name: str) -> dict[str, Any]:  # Any: JSON
    """Return the field that is a schema, which may refer only to parts of itself."""
    made = _picked(value, name, kind=dict)
    level: list[Any] = [made]  # Any: JSON
    while level:
        far = [_picked(one, "$ref", "$dynamicRef", "$recursiveRef", kind=str) for one in level]
        if not all(place.startswith("#") for one in far for place in one.values()):
            raise InvalidValue(f"{name}: a schema must not refer to another place ($ref)")
        level = [member for one in level for member in _members(one)]
    return made


def _choice(choice: object) -> object:
    """Return which tool is to be called."""
    if isinstance(choice, str) and choice in _CHOICES:
        return choice
    name = _picked(choice, "name", kind=str) or _picked(_picked(choice, "function", kind=dict).get("function"), "name")
    if not isinstance(choice, dict) or choice.get("type", "function") != "function" or not name:
        raise InvalidValue(f"tool_choice must be a function, or one of {', '.join(_CHOICES)}")
    return {"type": "function", "function": name} if "type" in choice else name


def _format(form: object) -> dict[str, Any]:  # Any: JSON
    if not isinstance(form, dict) or form.get("type") not in _FORMATS:
        raise InvalidValue(f"response_format must have one of the types {', '.join(_FORMATS)}")
    given = form.get("json_schema")
    inner = _picked(given, "name", "description", "strict") | _schema(given, "schema")
    return {"type": form["type"]} | ({"json_schema": inner} if inner else {})


def _stop(stop: object) -> object:
    return stop if isinstance(stop, str) or (isinstance(stop, list) and all(type(one) is str for one in stop)) else None


def _bias(bias: object) -> object:
    return _picked(bias, *bias, kind=int | float) if isinstance(bias, dict) else None


_MAKERS: dict[str, Callable[[object], object]] = {
    "tools": _tools, "tool_choice": _choice, "functions": _functions, "function_call": _choice,
    "response_format": _format, "stop": _stop, "logit_bias": _bias,
}  # fmt: skip
"""Fields that are made anew of what is known of them."""


def _check_size(body: object) -> None:
    level, count = [body], 0
    for _ in range(DEEPEST):
        level = [member for one in level for member in _members(one)]
        count += len(level)
        if count > MOST_VALUES:
            raise InvalidValue(f"the request must have at most {MOST_VALUES:,} values")
        if not level:
            return
    raise InvalidValue(f"the request must have at most {DEEPEST} lists and objects in each other")


def _members(value: object) -> Sequence[object]:
    return list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else ()


def _sampling_of(body: Mapping[str, Any]) -> Sampling:  # Any: JSON
    """Return what a request says about sampling, where that is of the right kind."""
    stop = body.get("stop")
    most = body.get("max_tokens", body.get("max_completion_tokens"))
    return Sampling(
        _number(body.get("temperature")),
        _number(body.get("top_p")),
        most if type(most) is int else None,
        body["seed"] if type(body.get("seed")) is int else None,
        tuple(one for one in (stop if isinstance(stop, list) else [stop]) if isinstance(one, str)),
    )


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and abs(value) < MOST_NUMBER else None
