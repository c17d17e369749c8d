"""Verification of webhook requests (Standard Webhooks 1.0.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any, TypedDict

_PREFIX = "whsec_"
_VERSION = "v1,"


class WebhookEvent(TypedDict):
    """An event, as webhooks and `list_events` carry it. Ignore types that you do not know: new ones are added."""

    id: str
    type: str
    timestamp: str
    """When it happened (ISO 8601)."""
    sequence: int
    """Counts the events of your team without a gap."""
    livemode: bool
    api_version: str
    data: dict[str, Any]


class WebhookVerificationError(Exception):
    """A request that does not come from Qualm, was changed, or is too old. Answer it with 400."""


def verify(body: bytes | str, headers: Mapping[str, str], secret: str, tolerance_seconds: float = 300) -> WebhookEvent:
    """Returns the event of a webhook request if its signature is right.

    `body` is the body as it was received, before anything parses it. `secret` is `whsec_…`, as it was shown when the
    endpoint was created. `tolerance_seconds` limits how old or how far in the future the request may be. Raises
    `WebhookVerificationError`, and `ValueError` for a secret of another form.
    """
    given = {name.lower(): value for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    event_id, timestamp, signatures = (given.get(name, "") for name in names)
    if not (event_id and timestamp and signatures):
        raise WebhookVerificationError("A webhook header is missing")
    if not (timestamp.isascii() and timestamp.isdigit() and abs(time.time() - int(timestamp)) <= tolerance_seconds):
        raise WebhookVerificationError("The timestamp is too far from the current time")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{event_id}.{timestamp}.".encode() + content
    expected = hmac.new(_key_of(secret), signed, hashlib.sha256).digest()
    for signature in signatures.split(" "):
        if signature.startswith(_VERSION) and _is(expected, signature[len(_VERSION) :]):
            event: WebhookEvent = json.loads(content)
            return event
    raise WebhookVerificationError("No signature is right")


def _is(expected: bytes, signature: str) -> bool:
    try:
        return hmac.compare_digest(expected, base64.b64decode(signature, validate=True))
    except (binascii.Error, ValueError):
        return False


def _key_of(secret: str) -> bytes:
    if not secret.startswith(_PREFIX):
        raise ValueError(f"The secret must be {_PREFIX} and base64")
    return base64.b64decode(secret[len(_PREFIX) :], validate=True)
