import { describe, expect, it } from "vitest";
import { isBelow, isPlainKey, joinKey, readUri } from "./storage-uri.rules.ts";

const HOSTILE = [
  "a/../b",
  "..",
  "../b",
  "a/./b",
  "a//b",
  "/a",
  "a/%2e%2e/b",
  "a%2Fb",
  "a%5cb",
  "a\\b",
  "a\u0000b",
  "a\nb",
  "a/\u007f",
  "a\ud800",
  "x".repeat(1_025),
];

describe("a key", () => {
  it.each(HOSTILE)("is refused when it could be read as another: %j", (key) => {
    expect(isPlainKey(key)).toBe(false);
    expect(readUri(`s3://bucket/${key}`)).toBeUndefined();
  });

  it.each(["", "a", "a/", "a b/é.mp4", "100%/x", "a/...b", "a/..b"])("is taken as it is: %j", (key) => {
    expect(readUri(`s3://bucket/${key}`)).toEqual({ bucket: "bucket", key });
  });

  it("needs a bucket", () => {
    for (const uri of ["", "s3://", "s3://B/a", "http://bucket/a", "s3:/bucket/a", "s3://bucket.", "bucket/a"]) {
      expect(readUri(uri), uri).toBeUndefined();
    }
  });
});

describe("a path inside a set", () => {
  it("is seen from its folder and may lead upwards inside the bucket only", () => {
    expect(joinKey("a/b/", "c.mp4")).toBe("a/b/c.mp4");
    expect(joinKey("a/b/", "./x//c.mp4")).toBe("a/b/x/c.mp4");
    expect(joinKey("a/b/", "../c.mp4")).toBe("a/c.mp4");
    expect(joinKey("a/b/", "../../../c.mp4")).toBeUndefined();
    expect(joinKey("a/b/", "%2e%2e/c.mp4")).toBeUndefined();
  });

  it("is below a prefix as a whole step", () => {
    expect(isBelow("a/b/", "a/b/c")).toBe(true);
    expect(isBelow("a/b/", "a/b")).toBe(true);
    expect(isBelow("a/b/", "a/bc")).toBe(false);
    expect(isBelow("", "a")).toBe(true);
  });
});
