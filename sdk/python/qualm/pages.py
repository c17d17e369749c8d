"""Lists that are read by cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any


def all_items(read_page: Callable[..., Mapping[str, Any]], *args: Any, start: str = "start", **filters: Any) -> Iterator[Any]:
    """Yields all items of a list by cursor: `for event in all_items(qualm.list_events, page_size=100)`.

    A page is read when its first item is needed. `args` and `filters` are those of the method.
    """
    cursor: str | None = start
    while cursor:
        page = read_page(*args, cursor=cursor, **filters)
        yield from page["data"]
        pagination = page["meta"]["pagination"]
        cursor = pagination.get("next_cursor") if pagination.get("has_more") else None
