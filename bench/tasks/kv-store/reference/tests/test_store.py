import unittest

from kv.store import Store


class StoreTest(unittest.TestCase):
    def test_set_get_delete(self):
        store = Store()
        store.set("a", "1")
        self.assertEqual(store.get("a"), "1")
        self.assertEqual(store.get("b", "none"), "none")
        self.assertTrue(store.delete("a"))
        self.assertFalse(store.delete("a"))

    def test_keys_and_length(self):
        store = Store()
        for key in ("b", "a", "x"):
            store.set(key, key)
        self.assertEqual(store.keys(), ["a", "b", "x"])
        self.assertEqual(store.keys("x"), ["x"])
        self.assertEqual(len(store), 3)
        self.assertIn("a", store)

    def test_mistakes(self):
        store = Store()
        self.assertRaises(TypeError, store.set, 1, "x")
        self.assertRaises(ValueError, store.set, "", "x")
        self.assertRaises(TypeError, store.set, "a", 1)


if __name__ == "__main__":
    unittest.main()
