"""What the API answers if it refuses a request."""

from __future__ import annotations

from typing import Any


class QualmError(Exception):
    """A request that the API refused. Each reason has its own class in `qualm.errors`.

    A request that did not reach the API raises the error of `urllib`.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        reason: str,
        details: dict[str, Any],
        request_id: str | None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        """The HTTP status."""
        self.code = code
        """The kind of failure, such as `forbidden`."""
        self.reason = reason
        """Why, such as `plan_required`. The code, if there is no closer reason."""
        self.details = details
        """Facts about the failure, such as `credits_required`."""
        self.request_id = request_id
        """Names the request in the logs of the service."""
