"""A key-value store in memory, with times to live."""

import threading
import time


class Store:
    """Text keys and values. `clock` returns seconds; it decides when a key is gone."""

    def __init__(self, clock=time.time):
        self._clock = clock
        self._entries = {}
        self._lock = threading.RLock()

    def set(self, key, value, ttl=None):
        _check_key(key)
        if not isinstance(value, str):
            raise TypeError("a value is a str")
        if ttl is not None:
            if isinstance(ttl, bool) or not isinstance(ttl, (int, float)):
                raise TypeError("a time to live is a number of seconds")
            if not ttl > 0:
                raise ValueError("a time to live is above 0")
        with self._lock:
            deadline = None if ttl is None else self._clock() + ttl
            self._write(key, value, deadline)

    def get(self, key, default=None):
        _check_key(key)
        with self._lock:
            entry = self._live(key)
            return default if entry is None else entry[0]

    def delete(self, key):
        _check_key(key)
        with self._lock:
            there = self._live(key) is not None
            if there:
                self._remove(key)
            return there

    def keys(self, prefix=""):
        with self._lock:
            return sorted(key for key in list(self._entries) if key.startswith(prefix) and self._live(key))

    def ttl(self, key):
        _check_key(key)
        with self._lock:
            entry = self._live(key)
            if entry is None:
                raise KeyError(key)
            return None if entry[1] is None else entry[1] - self._clock()

    def increment(self, key):
        """Adds one to a whole number, atomically; returns the new one. The deadline stays as it is."""
        _check_key(key)
        with self._lock:
            entry = self._live(key)
            text, deadline = ("0", None) if entry is None else entry
            number = int(text) + 1
            self._write(key, str(number), deadline)
            return number

    def __len__(self):
        return len(self.keys())

    def __contains__(self, key):
        return isinstance(key, str) and key != "" and self.get(key) is not None

    def _live(self, key):
        entry = self._entries.get(key)
        if entry is None or (entry[1] is not None and self._clock() >= entry[1]):
            return None
        return entry

    def _write(self, key, value, deadline):
        self._entries[key] = (value, deadline)

    def _remove(self, key):
        del self._entries[key]


def _check_key(key):
    if not isinstance(key, str):
        raise TypeError("a key is a str")
    if key == "":
        raise ValueError("a key is not empty")
