"""Gives every generated request its own session, so that signing out or a new password does not affect the next one.
As a product backend it signs the final form of the request instead."""

import hashlib
import hmac
import os
import secrets
import time
import urllib.request

import requests
import schemathesis

MINT = os.environ.get("FUZZ_MINT_URL")

if MINT:

    @schemathesis.auth(refresh_interval=None)
    class FreshSession:
        def get(self, case, context):
            with urllib.request.urlopen(MINT, timeout=10) as answer:
                return answer.read().decode()

        def set(self, case, token, context):
            case.cookies = {**(case.cookies or {}), "__Host-sid": token}

SERVICE_KEY = os.environ.get("FUZZ_SERVICE_KEY")

if SERVICE_KEY:
    KEY_ID, SECRET = SERVICE_KEY.split(" ")

    class Signed(requests.auth.AuthBase):
        def __call__(self, request):
            body = request.body or b""
            if isinstance(body, str):
                body = body.encode()
            elif not isinstance(body, bytes):
                return request
            stamp, nonce = str(int(time.time())), secrets.token_hex(16)
            lines = ["v1", request.method, request.path_url, stamp, nonce, hashlib.sha256(body).hexdigest()]
            request.headers["x-dailies-key"] = KEY_ID
            request.headers["x-dailies-timestamp"] = stamp
            request.headers["x-dailies-nonce"] = nonce
            request.headers["x-dailies-signature"] = hmac.new(
                SECRET.encode(), "\n".join(lines).encode(), hashlib.sha256
            ).hexdigest()
            return request

    schemathesis.auth.set_from_requests(Signed())
