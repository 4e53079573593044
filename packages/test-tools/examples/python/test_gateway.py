"""Tests of a gateway client in Python, using only the standard library."""

import json
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.request
from pathlib import Path

TOKEN = "11111111-1111-4111-8111-111111111111"
SECRET = "only for this test run"
SEED = {
    "users": [{"username": "ann", "password": "ann-password", "role": "master"}],
    "tokens": [{"username": "ann", "name": "ci", "token": TOKEN}],
    "error_logs": [
        {"level": 4, "log_time": 1795176003 + at, "log": f"entry {at}"} for at in range(5)
    ],
}


def call(url, headers, body=None, method=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def error_logs(base_url):
    """The code under test: reads all pages, and accepts `{}` as an empty list."""
    entries, page = [], 1
    while True:
        query = f"/admin-api/log_server/errlog?page={page}&page_size=2"
        rows = call(base_url + query, {"API-Token": TOKEN})["data"]["data"]
        if not rows:
            return entries
        entries += [row["log"] for row in rows]
        page += 1


class GatewayTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        seed, secret = (Path(cls.directory.name) / name for name in ("seed.json", "secret"))
        seed.write_text(json.dumps(SEED))
        secret.write_text(SECRET)
        flags = ["--port", "0", "--seed", seed, "--control-secret-file", secret]
        cls.server = subprocess.Popen(["edge-server", *flags], stdout=subprocess.PIPE, text=True)
        cls.url = cls.server.stdout.readline().split()[-1]

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        cls.server.wait(10)
        cls.server.stdout.close()
        cls.directory.cleanup()

    def control(self, path, body=None, method="POST"):
        return call(self.url + "/__control" + path, {"Control-Secret": SECRET}, body, method)

    def setUp(self):
        self.control("/reset")

    def test_reads_all_pages(self):
        self.assertEqual(error_logs(self.url), [f"entry {at}" for at in (4, 3, 2, 1, 0)])

    def test_accepts_an_object_as_an_empty_list(self):
        self.control("/faults", {"kind": "empty-object"})
        self.assertEqual(len(error_logs(self.url)), 5)
        path = "/requests?operation=listErrorLogs&count=4&wait=1000"
        requests = self.control(path, method="GET")["data"]
        self.assertEqual([request["query"]["page"] for request in requests], [1, 2, 3, 4])
        self.assertEqual([request["violations"] for request in requests], [[]] * 4)

    def test_raises_on_a_failure_between_pages(self):
        self.control("/faults", {"kind": "status", "status": 502, "after": 1})
        with self.assertRaises(urllib.error.HTTPError) as raised:
            error_logs(self.url)
        raised.exception.close()
        self.assertEqual(raised.exception.code, 502)


if __name__ == "__main__":
    unittest.main()
