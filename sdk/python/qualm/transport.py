"""Sends requests, and repeats those that may be repeated."""

from __future__ import annotations

import http.client
import json
import random
import time
import uuid
from collections.abc import Mapping
from email.message import Message
from typing import Any, Literal, final
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import BY_REASON
from .failure import QualmError

_CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_RETRIED = frozenset({429, 500, 502, 503, 504})
_FIRST_PAUSE_SECONDS = 0.5
_MAX_PAUSE_SECONDS = 60.0


@final
class NotGiven:
    """The type of an argument that is left out. `None` is sent as `null`."""

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


class _NoRedirects(HTTPRedirectHandler):
    """A redirect to another host must not get the key."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Transport:
    """Calls the API. `Qualm` has a method for each operation."""

    def __init__(
        self, base_url: str, api_key: str | None = None, *, retries: int = 3, timeout_seconds: float = 60
    ) -> None:
        """`base_url` is such as `https://api.example.com/api/v1`. Without a key, searches, competitors and the taste of a
        report work. `retries` is how often a request is sent again after 429, 5xx or a lost connection, and
        `timeout_seconds` how long an attempt may wait for the server."""
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._retries = retries
        self._timeout_seconds = timeout_seconds
        self._opener = build_opener(_NoRedirects())

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """The envelope of an operation. Raises `QualmError`."""
        return json.loads(self._send(method, path, query, body, idempotency_key))

    def _file(self, path: str, *, query: Mapping[str, Any] | None = None) -> bytes:
        """The file of an export. Raises `QualmError`."""
        return self._send("GET", path, query, None, None)

    def _send(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None,
        body: Mapping[str, Any] | None,
        idempotency_key: str | None,
    ) -> bytes:
        request = Request(self._base_url + path + _query_of(query or {}), method=method)
        if self._api_key:
            request.add_header("Authorization", f"Bearer {self._api_key}")
        if method in _CHANGING:
            request.add_header("Idempotency-Key", idempotency_key or str(uuid.uuid4()))
        if body is not None:
            request.data = json.dumps(_given(body)).encode()
            request.add_header("Content-Type", "application/json")
        for attempt in range(self._retries + 1):
            is_last = attempt == self._retries
            pause = _FIRST_PAUSE_SECONDS * 2**attempt * (0.5 + random.random())
            try:
                with self._opener.open(request, timeout=self._timeout_seconds) as response:
                    content: bytes = response.read()
                    return content
            except HTTPError as answer:
                with answer:
                    pause = _seconds_of(answer.headers, pause)
                    if is_last or answer.code not in _RETRIED or pause > _MAX_PAUSE_SECONDS:
                        raise _refusal_of(answer) from None
            except (URLError, ConnectionError, TimeoutError, http.client.HTTPException):
                if is_last:
                    raise
            time.sleep(pause)
        raise AssertionError("unreachable")


def segment(value: str) -> str:
    """A value in a path."""
    return quote(value, safe="")


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if not isinstance(value, NotGiven)}


def _query_of(values: Mapping[str, Any]) -> str:
    pairs: list[tuple[str, str]] = []
    for name, value in _given(values).items():
        for each in value if isinstance(value, (list, tuple)) else [value]:
            pairs.append((name, str(each).lower() if isinstance(each, bool) else str(each)))
    return "?" + urlencode(pairs) if pairs else ""


def _seconds_of(headers: Message, default: float) -> float:
    try:
        return max(0.0, float(headers.get("Retry-After", "")))
    except ValueError:
        return default


def _refusal_of(answer: HTTPError) -> QualmError:
    """The refusal in the body. A body of another server, such as a proxy, becomes a plain QualmError."""
    try:
        found = json.loads(answer.read())
        error = found.get("error") or {} if isinstance(found, dict) else {}
    except (ValueError, OSError, http.client.HTTPException):
        error = {}
    code = error.get("code", "unknown")
    details = error.get("details") or {}
    reason = str(details.get("reason", code))
    return BY_REASON.get(reason, QualmError)(
        error.get("message", f"The server answered {answer.code}"),
        status=answer.code,
        code=code,
        reason=reason,
        details=details,
        request_id=answer.headers.get("X-Request-Id"),
    )
