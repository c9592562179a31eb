"""A client of Commentdock, which runs on this machine. Python 3.9 and later, standard library alone."""

from __future__ import annotations

import json
import os
import shutil
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from .operations import UNSET, Operations

__all__ = ["Commentdock", "CommentdockError", "UNSET"]

FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 5.0
WAITING = ("queueing", "progress")


class CommentdockError(Exception):
    """A refusal of the service, or an export that failed. `code` is one of its catalogue: BLOCKED, INVALID_URL, ..."""

    def __init__(self, code: str, detail: str, status: int | None = None, seconds_to_wait: int | None = None) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.status = status
        """HTTP status; None where an export failed."""
        self.seconds_to_wait = seconds_to_wait
        """After so many seconds the same request passes; None where waiting does not help, or nobody knows."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The token is for the service alone."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Commentdock(Operations):
    """
    The running service. A method of each operation, named alike (`jobs.create` is `jobs_create`), and a few words for
    what one mostly does: `export`, `wait`, `rows`, `save`.
    """

    def __init__(self, token: str | None = None, base_url: str | None = None, timeout_s: float = 60) -> None:
        """
        token: as `commentdock token` prints it. Default: SERVICE_API_TOKEN of the environment.
        base_url: Default: COMMENTDOCK_URL of the environment, else where a service listens by itself.
        timeout_s: of one request.
        """
        self._token = token or os.environ.get("SERVICE_API_TOKEN", "")
        self._base_url = (base_url or os.environ.get("COMMENTDOCK_URL") or "http://127.0.0.1:4780").rstrip("/")
        self._timeout_s = timeout_s
        # Past the proxies of the environment: the service is on this machine.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirects())

    def export(self, url: str, *, sandbox: bool = False, wait_s: float | None = None, **options: Any) -> dict[str, Any]:
        """
        Exports a URL and waits for its end. `options` are those of an export: limit=500, replies=True, ...

        sandbox: made-up rows, at once, without asking any site.
        wait_s: at most so many seconds; None: as long as it takes.
        Raises CommentdockError where it is refused or fails, TimeoutError where it takes longer: it goes on all the same.
        """
        job = self.jobs_create(url=url, options=options, x_sandbox=sandbox)
        return self.wait(job["guid"], wait_s)

    def wait(self, guid: str, wait_s: float | None = None) -> dict[str, Any]:
        """The export, once it is done or stopped. Raises as `export` does."""
        ends_at = None if wait_s is None else time.monotonic() + wait_s
        pause_s = FIRST_PAUSE_S
        while True:
            job: dict[str, Any] = self.jobs_get(guid=guid)
            if job["status"] == "error":
                raise CommentdockError(job["error_code"] or "INTERNAL", job["error"] or "The export failed.")
            if job["status"] not in WAITING:
                return job
            if ends_at is not None and time.monotonic() >= ends_at:
                raise TimeoutError(f"export {guid} still is {job['status']}")
            time.sleep(pause_s)
            pause_s = min(LONGEST_PAUSE_S, 2 * pause_s)

    def rows(self, guid: str) -> list[dict[str, Any]]:
        """What was exported, row by row."""
        return self.exports_json(guid=guid)

    def save(self, guid: str, path: str) -> None:
        """Writes a file of an export; the ending of `path` says the format."""
        query = urllib.parse.urlencode({"format": path.rsplit(".", 1)[-1].lower(), "partial": "true"})
        address = f"/api/v3/job/{self._quoted(guid)}/download?{query}"
        with self._open("GET", address) as answer, open(path, "wb") as file:
            shutil.copyfileobj(answer, file)

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        headers: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
        is_file: bool = False,
    ) -> Any:
        search = urllib.parse.urlencode(
            {name: _as_text(value) for name, value in (query or {}).items() if value is not UNSET}, doseq=True
        )
        given = {name: str(_as_text(value)) for name, value in (headers or {}).items() if value is not UNSET}
        sent = None if body is None else {name: value for name, value in body.items() if value is not UNSET}
        with self._open(method, f"{path}?{search}" if search else path, given, sent) as answer:
            content = answer.read()
            if is_file:
                return content
            return json.loads(content) if content else None

    def _open(
        self, method: str, address: str, headers: dict[str, str] | None = None, body: dict[str, Any] | None = None
    ) -> Any:
        request = urllib.request.Request(
            self._base_url + address,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"X-AUTH-TOKEN": self._token, "Content-Type": "application/json", **(headers or {})},
        )
        try:
            return self._opener.open(request, timeout=self._timeout_s)
        except urllib.error.HTTPError as answer:
            with answer:
                raise _error_of(answer.code, answer.read()) from None

    def _quoted(self, value: Any) -> str:
        return urllib.parse.quote(str(value), safe="")


def _as_text(value: Any) -> Any:
    """Yes and no as the service writes them, in queries and headers."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


def _error_of(status: int, content: bytes) -> CommentdockError:
    try:
        body = json.loads(content)
        return CommentdockError(body["error_code"], body["detail"], status, body.get("seconds_to_wait"))
    except (ValueError, KeyError, TypeError):
        return CommentdockError("INTERNAL", f"The service answered {status}.", status)
