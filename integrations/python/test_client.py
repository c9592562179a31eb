"""Asks a running service, whose address and token the environment has. Run by test/integrations/python-client.test.ts."""

import inspect
import os
import tempfile
import unittest

from commentdock import Commentdock, CommentdockError
from commentdock.operations import Operations

APP = "https://store.steampowered.com/app/10/"


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.dock = Commentdock()

    def test_exports_a_site_and_reads_its_rows(self) -> None:
        job = self.dock.export(APP, limit=20, wait_s=60)
        self.assertEqual(job["status"], "done")
        self.assertEqual(job["total_exported"], 20)
        rows = self.dock.rows(job["guid"])
        self.assertEqual(len({row["id"] for row in rows}), 20)
        self.assertTrue(any(row["text"] for row in rows))

    def test_gives_samples_at_once_and_saves_files(self) -> None:
        job = self.dock.export(APP, sandbox=True, limit=5)
        with tempfile.TemporaryDirectory() as folder:
            for ending, begin in (("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK")):
                path = os.path.join(folder, f"rows.{ending}")
                self.dock.save(job["guid"], path)
                with open(path, "rb") as file:
                    self.assertTrue(file.read().startswith(begin), ending)
        self.assertIsInstance(self.dock.exports_download(guid=job["guid"], format="csv"), bytes)

    def test_tells_errors_by_their_codes(self) -> None:
        with self.assertRaises(CommentdockError) as refused:
            self.dock.export("https://example.com/nothing")
        self.assertEqual((refused.exception.code, refused.exception.status), ("INVALID_URL", 400))
        with self.assertRaises(CommentdockError) as failed:
            self.dock.export("https://www.reddit.com/r/simulated/comments/gone/nothing/", wait_s=60)
        self.assertEqual((failed.exception.code, failed.exception.status), ("NOT_FOUND", None))
        with self.assertRaises(CommentdockError) as stranger:
            Commentdock(token="no token").jobs_list()
        self.assertEqual(stranger.exception.code, "AUTH_HEADER_TOKEN")

    def test_sends_what_is_given_where_it_belongs(self) -> None:
        schedule = self.dock.schedules_create(url=APP, frequency="daily", name="ours")
        self.assertEqual(self.dock.schedules_update(uuid=schedule["uuid"], name=None)["name"], None)
        self.assertIn(schedule["uuid"], [each["uuid"] for each in self.dock.schedules_list(page=1)])
        self.assertIsNone(self.dock.schedules_delete(uuid=schedule["uuid"]))
        self.assertEqual(self.dock.platforms_detect(url=APP)["id"], "steam")

    def test_has_a_method_for_each_operation(self) -> None:
        methods = [name for name, _ in inspect.getmembers(Operations, inspect.isfunction) if not name.startswith("_")]
        self.assertGreater(len(methods), 80)
        for name in methods:
            self.assertTrue(inspect.getdoc(getattr(self.dock, name)), name)


if __name__ == "__main__":
    unittest.main()
