import { describe, expect, it } from "vitest";
import { isoToMicroseconds } from "./iso-times.ts";

describe("a time in ISO 8601", () => {
  it.each([
    ["1970-01-01T00:00:01Z", 1_000_000n],
    ["1970-01-01T00:00:00.123456789Z", 123_456n],
    ["1970-01-01 00:00:00.5", 500_000n],
    ["1970-01-02", 86_400_000_000n],
    ["1970-01-01T01:00+0100", 0n],
    ["1969-12-31T23:59:59.999999Z", -1n],
  ])("is read to the microsecond: %s", (text, expected) => {
    expect(isoToMicroseconds(text)).toBe(expected);
  });

  it.each(["", "yesterday", "clip 1", "2024-13-01", "2024-01-01T25:00Z"])("is refused if it is none: %s", (text) => {
    expect(() => isoToMicroseconds(text)).toThrow("not a time");
  });
});
