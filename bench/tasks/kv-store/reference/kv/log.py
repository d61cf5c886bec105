"""A store whose changes are in an append-only file before they are acknowledged."""

import json
import os
import time

from kv.store import Store


class DamagedLog(Exception):
    """A line of the log, not the last one, cannot be read."""


class LoggedStore(Store):
    def __init__(self, path, clock=time.time):
        super().__init__(clock)
        self._path = os.fspath(path)
        whole = self._recover()
        self._file = open(self._path, "ab")
        self._file.truncate(whole)
        self._file.seek(whole)

    def close(self):
        with self._lock:
            self._file.close()

    def compact(self):
        """Rewrites the log with one line a key; other threads wait, a crash leaves the old log or the new one."""
        with self._lock:
            partial = self._path + ".compacting"
            self._dump(partial)
            os.replace(partial, self._path)
            _sync_folder(self._path)
            self._file.close()
            self._file = open(self._path, "ab")

    def snapshot(self, path):
        """Writes a consistent copy that LoggedStore opens."""
        with self._lock:
            partial = os.fspath(path) + ".partial"
            self._dump(partial)
            os.replace(partial, path)
            _sync_folder(os.fspath(path))

    def _dump(self, path):
        with open(path, "wb") as file:
            for key in self.keys():
                value, deadline = self._entries[key]
                file.write(_line({"set": key, "value": value, "deadline": deadline}))
            file.flush()
            os.fsync(file.fileno())

    def _write(self, key, value, deadline):
        self._append({"set": key, "value": value, "deadline": deadline})
        super()._write(key, value, deadline)

    def _remove(self, key):
        self._append({"delete": key})
        super()._remove(key)

    def _append(self, record):
        self._file.write(_line(record))
        self._file.flush()
        os.fsync(self._file.fileno())

    def _recover(self):
        """Reads the log; returns the length of what is whole."""
        if not os.path.exists(self._path):
            return 0
        with open(self._path, "rb") as file:
            content = file.read()
        whole = 0
        lines = content.split(b"\n")
        for number, line in enumerate(lines[:-1], start=1):
            try:
                self._apply(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError):
                if whole + len(line) + 1 < len(content):
                    raise DamagedLog(f"line {number}") from None
                return whole
            whole += len(line) + 1
        return whole

    def _apply(self, record):
        if "set" in record:
            self._entries[record["set"]] = (record["value"], record["deadline"])
        else:
            self._entries.pop(record["delete"], None)


def _line(record):
    return json.dumps(record).encode() + b"\n"


def _sync_folder(path):
    folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
