import { describe, expect, it } from "vitest";
import { askedRange, parseByteRange } from "./byte-range.ts";

const TAG = '"abc"';
const ask = (range?: string, ifRange?: string, size = 100) => askedRange({ range, ifRange }, TAG, size);
const part = (begin: number, end: number) => ({ kind: "part", begin, end });

describe("a range of bytes", () => {
  it.each([
    ["bytes=0-0", part(0, 1)],
    ["bytes=10-19", part(10, 20)],
    ["bytes=0-", part(0, 100)],
    ["bytes=90-1000", part(90, 100)],
    ["bytes=90-", part(90, 100)],
    ["bytes=-10", part(90, 100)],
    ["bytes=-1000", part(0, 100)],
  ])("%s is a part", (range, expected) => expect(ask(range)).toEqual(expected));

  it.each([["bytes=100-"], ["bytes=200-300"], ["bytes=-0"]])("%s lies outside", (range) =>
    expect(ask(range)).toEqual({ kind: "outside" }),
  );

  it.each([
    [undefined],
    [""],
    ["bytes=-"],
    ["bytes=0-1,5-6"],
    ["items=0-1"],
    ["bytes=5-4"],
    ["bytes=5-1"],
    ["bytes=a-b"],
    ["bytes=99999999999999999999-"],
    ["bytes= 1 - 2"],
  ])("%s is ignored like a missing header", (range) => expect(ask(range)).toEqual({ kind: "whole" }));

  it("counts only for the bytes it was asked of", () => {
    expect(ask("bytes=1-2", TAG)).toEqual(part(1, 3));
    for (const other of ['"abd"', `W/${TAG}`, "Sun, 15 Nov 2026 20:00:00 GMT", ""])
      expect(ask("bytes=1-2", other)).toEqual({ kind: "whole" });
  });

  it("is read the same way where bytes have no tag", () => {
    expect(parseByteRange("bytes=1-2", 100)).toEqual(part(1, 3));
    expect(parseByteRange(undefined, 100)).toEqual({ kind: "whole" });
  });

  it("of nothing lies outside", () => {
    expect(ask("bytes=0-", undefined, 0)).toEqual({ kind: "outside" });
    expect(ask("bytes=-5", undefined, 0)).toEqual({ kind: "outside" });
  });
});
