"""HTTP requests to signed addresses. No message names an address: its signature is a credential."""

import http.client
import time
import urllib.request

TRIES = 5
TIMEOUT_S = 60


class TransferFault(Exception):
    """A request that failed for good."""


class Missing(TransferFault):
    """There is no such object, or the address has expired."""


def _fault(what, error):
    status = getattr(error, "code", None)
    if status in (403, 404, 416):
        return Missing(f"{what}: storage answered {status}")
    reason = status if status is not None else type(getattr(error, "reason", error)).__name__
    return TransferFault(f"{what}: {reason}")


def _is_worth_retrying(error):
    status = getattr(error, "code", None)
    return status is None or status >= 500 or status in (408, 429)


def attempt(what, act):
    """Repeats with a backoff what may succeed later."""
    for number in range(TRIES):
        try:
            return act()
        except (OSError, http.client.HTTPException) as error:
            if number + 1 == TRIES or not _is_worth_retrying(error):
                raise _fault(what, error) from None
            time.sleep(min(30, 2**number))
    raise TransferFault(what)


def read_range(what, url, begin, end):
    """The bytes from begin to end, or fewer where the object is shorter."""
    if end <= begin:
        return b""

    def act():
        request = urllib.request.Request(url, headers={"range": f"bytes={begin}-{end - 1}"})
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            if answer.status != 206 and begin > 0:
                raise TransferFault(f"{what}: storage does not answer ranges")
            return answer.read(end - begin)

    return attempt(what, act)


def read_all(what, url, max_bytes):
    def act():
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
            return answer.read(max_bytes + 1)

    body = attempt(what, act)
    if len(body) > max_bytes:
        raise TransferFault(f"{what}: it is larger than {max_bytes} bytes")
    return body


def open_stream(what, url):
    """An open answer, which the caller closes."""
    return attempt(what, lambda: urllib.request.urlopen(url, timeout=TIMEOUT_S))


def put(what, url, body, length):
    """Stores an object whole or not at all. A file is sent from its beginning with each try."""

    def act():
        if hasattr(body, "seek"):
            body.seek(0)
        headers = {"content-length": str(length), "content-type": "application/octet-stream"}
        request = urllib.request.Request(url, data=body, headers=headers, method="PUT")
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            answer.read()

    attempt(what, act)
