import gzip
import http.server
import json
import threading
import unittest

from dailies_processing import transfer
from dailies_processing.parts import plain_key, process_in_order, process_part
from dailies_processing.templates.features import hash_features

ATTEMPT = "a-1"


class Storage(http.server.BaseHTTPRequestHandler):
    """Objects in memory; each name in `broken` fails once."""

    objects = {}
    broken = set()

    def do_GET(self):
        body = self.objects.get(self.path)
        if self._breaks() or body is None:
            self.send_error(500 if body is not None else 404)
            return
        begin, end, status = 0, len(body), 200
        asked = self.headers.get("range")
        if asked:
            first, last = asked[len("bytes=") :].split("-")
            begin, end, status = int(first), min(len(body), int(last) + 1), 206
        self._answer(status, body[begin:end])

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if self._breaks():
            self.send_error(503)
            return
        self.objects[self.path] = body
        self._answer(200, b"")

    def do_POST(self):
        clip = self.rfile.read(int(self.headers["content-length"]))
        self._answer(200, json.dumps({"caption": f"{len(clip)} bytes, {self.headers['x-prompt']}"}).encode())

    def _breaks(self):
        if self.path in self.broken:
            self.broken.discard(self.path)
            return True
        return False

    def _answer(self, status, body):
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


class Parts(unittest.TestCase):
    def setUp(self):
        Storage.objects, Storage.broken = {}, set()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Storage)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def run_part(self, template, parameters, lines, columns=(("caption", "text"), ("width", "integer")), items=None):
        body = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
        Storage.objects["/list"] = gzip.compress(body)
        ticket = {
            "template": template,
            "parameters": parameters,
            "columns": [list(column) for column in columns],
            "kept": ["caption"],
            "attempt": ATTEMPT,
        }
        part = {"number": 7, "items": len(lines) if items is None else items}
        for name in ("list", "output", "done"):
            part[name] = f"{self.base}/{name}"
        process_part(ticket, part)
        return json.loads(Storage.objects["/done"])

    def line(self, ordinal, clip=None, **values):
        url = None
        if clip is not None:
            Storage.objects[f"/clip-{ordinal}"] = b"xx" + clip
            url = f"{self.base}/clip-{ordinal}"
        length = len(clip) if clip is not None else None
        return [ordinal, f"k{ordinal}", url, 2, length, "video/mp4", None, values.get("caption"), values.get("width")]

    def test_a_filter_keeps_what_matches(self):
        lines = [self.line(n, caption=f"clip {n}", width=n) for n in range(10)]
        done = self.run_part("filter", {"expression": "width >= 6"}, lines)
        self.assertEqual((done["items"], done["rows"], done["failed"], done["attempt"]), (10, 4, 0, ATTEMPT))
        self.assertEqual(done["bytes"], len(Storage.objects["/output"]))
        self.assertTrue(Storage.objects["/output"].startswith(b"PAR1") and Storage.objects["/output"].endswith(b"PAR1"))

    def test_a_probe_reports_items_that_it_cannot_read(self):
        lines = [self.line(0, clip=b"\x1aE\xdf\xa3" + bytes(50)), self.line(1), self.line(2, clip=bytes(60))]
        lines[2][2] = f"{self.base}/nowhere"
        done = self.run_part("probe", {"header_bytes": 4_096, "has_sha256": True}, lines)
        self.assertEqual((done["rows"], done["failed"]), (3, 2))

    def test_storage_that_fails_once_is_asked_again(self):
        Storage.broken = {"/list", "/output", "/done"}
        original, transfer.time.sleep = transfer.time.sleep, lambda _: None
        self.addCleanup(setattr, transfer.time, "sleep", original)
        done = self.run_part("features", {"text_column": "caption", "dimensions": 8}, [self.line(0, caption="a fox")])
        self.assertEqual(done["rows"], 1)

    def test_a_list_that_is_cut_off_leaves_no_marker(self):
        with self.assertRaises(transfer.TransferFault):
            self.run_part("filter", {"expression": "width > 0"}, [self.line(0, width=1)], items=2)
        self.assertNotIn("/done", Storage.objects)

    def test_a_service_is_asked_with_the_bytes_of_the_clip(self):
        parameters = {"service_url": f"{self.base}/caption", "prompt": "what is it?", "timeout_s": 5}
        done = self.run_part("caption", parameters, [self.line(0, clip=bytes(40)), self.line(1)])
        self.assertEqual((done["rows"], done["failed"]), (2, 1))

    def test_faults_name_no_address(self):
        with self.assertRaises(transfer.Missing) as caught:
            transfer.read_range("the clip", f"{self.base}/none?X-Amz-Signature=abc", 0, 10)
        self.assertEqual(str(caught.exception), "the clip: storage answered 404")


class Helpers(unittest.TestCase):
    def test_results_come_in_the_order_of_the_items(self):
        self.assertEqual([made for _, made in process_in_order(range(100), lambda n: n * 2, 8)], list(range(0, 200, 2)))

    def test_keys_do_not_look_like_media_files(self):
        self.assertEqual([plain_key("a/b.MP4", 3), plain_key("a.b", 3)], ["a/b.MP4#3", "a.b"])

    def test_similar_texts_have_similar_features(self):
        one, near, far = (hash_features(text, 256) for text in ("a red fox runs", "a red fox walks", "blue sea at night"))

        def cosine(a, b):
            return sum(x * y for x, y in zip(a, b))

        self.assertAlmostEqual(cosine(one, one), 1)
        self.assertGreater(cosine(one, near), cosine(one, far))


if __name__ == "__main__":
    unittest.main()
