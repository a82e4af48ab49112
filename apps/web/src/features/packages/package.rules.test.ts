import { describe, expect, it } from "vitest";
import { previousOf } from "./compare/compare.rules.ts";
import { actsOf, ratesOf, shareDone, tookMs, viewerAddressOf } from "./package.rules.ts";
import { aDetail, aPackage, aRunning } from "./testing/a-package.ts";

const STARTED = Date.parse("2026-01-02T03:04:06Z");

describe("a package", () => {
  it("has a share once its shards are planned", () => {
    expect(shareDone(aRunning(1))).toBe(0.25);
    expect(shareDone(aRunning(1, { shards_total: null }))).toBeUndefined();
  });

  it("has taken the time until now while it is written, and until its end afterwards", () => {
    expect(tookMs(aRunning(1), STARTED + 8_000)).toBe(8_000);
    expect(tookMs(aPackage(1), STARTED + 999_000)).toBe(120_000);
    expect(tookMs(aRunning(1, { started_at: null }), STARTED)).toBeUndefined();
  });

  it("has a mean rate after its first shard", () => {
    expect(ratesOf(aRunning(1), STARTED + 8_000)).toEqual({ shardsPerSecond: 0.125, bytesPerSecond: 8_000_000 });
    expect(ratesOf(aRunning(1, { shards_done: 0 }), STARTED + 8_000)).toBeUndefined();
  });

  it("offers what its state and the permission allow", () => {
    const ready = aPackage(1);
    expect(actsOf(aDetail(ready))).toEqual(["verify", "repeat", "deprecate", "delete"]);
    expect(actsOf(aDetail({ ...ready, is_deprecated: true }))).toEqual(["verify", "repeat", "restore", "delete"]);
    expect(actsOf(aDetail(ready, { can_change: false }))).toEqual(["verify", "repeat"]);
    expect(actsOf(aDetail(aRunning(1)))).toEqual(["cancel"]);
    expect(actsOf(aDetail(aPackage(1, { status: "Deleted" })))).toEqual(["repeat"]);
  });

  it("opens in the viewer if the viewer reads its format", () => {
    expect(viewerAddressOf({ format: "MDS", uri: "s3://a/b/" })).toBe("/sdv?uri=s3%3A%2F%2Fa%2Fb%2F");
    expect(viewerAddressOf({ format: "Lance", uri: "s3://a/b/samples.lance/" })).toContain("samples.lance");
    expect(viewerAddressOf({ format: "Parquet", uri: "s3://a/b/" })).toBeUndefined();
    expect(viewerAddressOf({ format: "MDS", uri: null })).toBeUndefined();
  });
});

describe("a comparison", () => {
  it("starts with the newest older package of the same name", () => {
    const others = [aPackage(1), aPackage(2), aPackage(4), aPackage(3, { name: "night-drives-short" })];
    expect(previousOf({ name: "night-drives", number: 4 }, others)?.number).toBe(2);
    expect(previousOf({ name: "night-drives", number: 1 }, others)).toBeUndefined();
  });
});
