"""The Python client of the Qualm API. It needs nothing but the standard library."""

from . import errors, models, webhooks
from .api import Qualm
from .failure import QualmError
from .pages import all_items
from .transport import NOT_GIVEN, NotGiven

__all__ = ["NOT_GIVEN", "NotGiven", "Qualm", "QualmError", "all_items", "errors", "models", "webhooks"]
