import unittest

from kv.store import Store


class Step1(unittest.TestCase):
    def setUp(self):
        self.store = Store()

    def test_empty_value_is_a_value(self):
        self.store.set("a", "")
        self.assertEqual(self.store.get("a", "x"), "")
        self.assertIn("a", self.store)
        self.assertTrue(self.store.delete("a"))

    def test_default(self):
        self.assertIsNone(self.store.get("a"))
        self.assertEqual(self.store.get("a", "d"), "d")

    def test_delete_tells(self):
        self.assertIs(self.store.delete("a"), False)
        self.store.set("a", "1")
        self.assertIs(self.store.delete("a"), True)
        self.assertNotIn("a", self.store)

    def test_keys_are_a_sorted_list_by_prefix(self):
        for key in ("b", "ab", "a", "B", "ba"):
            self.store.set(key, "x")
        self.assertEqual(self.store.keys(), ["B", "a", "ab", "b", "ba"])
        self.assertEqual(self.store.keys("a"), ["a", "ab"])
        self.assertEqual(self.store.keys("z"), [])
        self.assertEqual(len(self.store), 5)

    def test_keys_is_a_copy(self):
        self.store.set("a", "1")
        self.store.keys().append("x")
        self.assertEqual(self.store.keys(), ["a"])

    def test_stores_share_nothing(self):
        self.store.set("a", "1")
        self.assertNotIn("a", Store())

    def test_mistakes_change_nothing(self):
        self.store.set("a", "1")
        for key, value, error in ((1, "x", TypeError), (None, "x", TypeError), (b"k", "x", TypeError), ("a", 2, TypeError), ("a", None, TypeError), ("", "x", ValueError)):
            with self.assertRaises(error):
                self.store.set(key, value)
        self.assertEqual((self.store.keys(), self.store.get("a")), (["a"], "1"))

    def test_mistakes_of_get_and_delete(self):
        for call in (self.store.get, self.store.delete):
            self.assertRaises(TypeError, call, 1)
            self.assertRaises(ValueError, call, "")
