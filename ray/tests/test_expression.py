import unittest

from dailies_processing.expression import ExpressionFault, compile_expression

ROW = {"width": 1280, "height": None, "caption": "A red Fox", "score": 0.5}


def holds(text, row=ROW):
    return bool(compile_expression(text, ROW)(row))


class Expressions(unittest.TestCase):
    def test_conditions_on_columns(self):
        self.assertTrue(holds("width >= 1280 and 'fox' in caption"))
        self.assertTrue(holds("not (score > 0.5) and 0 < score <= 0.5"))
        self.assertTrue(holds("len(caption) == 9 or width == 1"))
        self.assertTrue(holds("lower(caption) == 'a red fox' and width / 2 == 640 and -score < 0"))
        self.assertFalse(holds("'dog' in caption"))
        self.assertTrue(holds("'dog' not in caption"))

    def test_a_missing_value_matches_nothing_but_none(self):
        for text in ("height > 0", "height < 0", "height == 0", "height != 0", "height * 2 > 1", "width % 0 > 1"):
            self.assertFalse(holds(text))
        self.assertTrue(holds("height is None and width is not None"))

    def test_values_of_other_types_do_not_match(self):
        self.assertFalse(holds("caption > 3"))
        self.assertFalse(holds("width == '1280'"))
        self.assertFalse(holds("3 in caption"))

    def test_nothing_else_can_be_written(self):
        for text in (
            "__import__('os').system('true')",
            "caption.upper() == 'A'",
            "(lambda: 1)()",
            "[x for x in caption]",
            "width ** 999",
            "open('/etc/passwd')",
            "f'{width}' == '1'",
            "colour == 1",
            "width =",
            "",
            "(" * 300,
            "not " * 100 + "width",
        ):
            with self.assertRaises(ExpressionFault, msg=text):
                compile_expression(text, ROW)


if __name__ == "__main__":
    unittest.main()
