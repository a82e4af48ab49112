import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePythonJson, plainJson, writePythonFloat, writePythonJson } from "./python-json.ts";

describe("JSON as Python writes it", () => {
  it.each([
    [1, "1.0"],
    [-0, "-0.0"],
    [0.0001, "0.0001"],
    [0.000_09, "9e-05"],
    [123_456_789_012_345_680, "1.2345678901234568e+17"],
    [9_999_999_999_999_998, "9999999999999998.0"],
    [1e16, "1e+16"],
    [5e-324, "5e-324"],
    [Number.NEGATIVE_INFINITY, "-Infinity"],
  ])("has the float %d with Python's digits", (value, expected) => {
    expect(writePythonFloat(value)).toBe(expected);
  });

  it("loses nothing of any float", () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        expect(parsePythonJson(writePythonFloat(value))).toBe(value);
      }),
    );
  });

  it("sorts keys by code point", () => {
    expect(writePythonJson({ "🦊": 1, "！": 2, a: Number.NaN })).toBe('{"a": NaN, "\\uff01": 2, "\\ud83e\\udd8a": 1}');
  });

  it("becomes plain JSON without numbers that only Python knows", () => {
    expect(plainJson('{"a": [NaN, -Infinity, "NaN"]}')).toBe('{"a": [null, null, "NaN"]}');
    expect(plainJson('{"a":  12345678901234567890 }')).toBe('{"a":  12345678901234567890 }');
    expect(() => plainJson("{'a': 1}")).toThrow("not JSON");
  });
});
