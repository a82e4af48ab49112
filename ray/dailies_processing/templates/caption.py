"""Asks a service for a text about each clip: the bytes of the clip are sent, and JSON with `caption` is answered."""

import json
import urllib.parse
import urllib.request

from .. import transfer
from . import ItemFault, Template, clip_reader

MAX_CLIP_BYTES = 64 * 1024**2
MAX_ANSWER_BYTES = 1024**2
MAX_CAPTION = 20_000


def open_with(parameters, names):
    address, prompt = str(parameters["service_url"]), str(parameters.get("prompt", ""))
    timeout_s = int(parameters.get("timeout_s", 60))

    def process(item):
        if item["bytes"] and item["bytes"] > MAX_CLIP_BYTES:
            raise ItemFault(f"the clip is larger than {MAX_CLIP_BYTES} bytes")
        clip = clip_reader(item)(0, item["bytes"])
        return {"made_caption": ask(address, clip, item["type"], prompt, timeout_s)}

    return Template([("made_caption", "text")], process, reads_clips=True)


def ask(address, clip, kind, prompt, timeout_s):
    def act():
        headers = {"content-type": kind or "application/octet-stream", "x-prompt": urllib.parse.quote(prompt)}
        request = urllib.request.Request(address, data=clip, headers=headers, method="POST")
        with urllib.request.urlopen(request, timeout=timeout_s) as answer:
            return answer.read(MAX_ANSWER_BYTES + 1)

    body = transfer.attempt("the service", act)
    try:
        caption = json.loads(body)["caption"]
    except (ValueError, KeyError, TypeError):
        raise ItemFault("the service did not answer with a caption") from None
    if not isinstance(caption, str):
        raise ItemFault("the service did not answer with a caption")
    return caption[:MAX_CAPTION]
