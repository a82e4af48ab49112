import { describe, expect, it } from "vitest";
import { type BackupPass, inventoryAt, latestInventory, type ObjectVersion } from "./inventory.rules.ts";

const version = (key: string, modifiedMs: number, etag = "1"): ObjectVersion => ({
  bucket: "assets",
  key,
  etag,
  sizeBytes: 1,
  contentType: "text/plain",
  modifiedMs,
});

const pass = (momentMs: number, changes: Partial<BackupPass>): BackupPass => ({
  momentMs,
  finishedMs: momentMs + 5,
  changed: [],
  removed: [],
  ...changes,
});

const gone = (key: string) => ({ bucket: "assets", key });
const keysAt = (passes: readonly BackupPass[], momentMs: number) =>
  [...inventoryAt(passes, momentMs).values()].map(({ key, etag }) => `${key}@${etag}`);

describe("the inventory of a moment", () => {
  it("has what was written before the moment, although a listing saw it only afterwards", () => {
    const passes = [pass(100, { changed: [version("a", 90)] }), pass(200, { changed: [version("b", 150)] })];
    expect(keysAt(passes, 100)).toEqual(["a@1"]);
    expect(keysAt(passes, 160)).toEqual(["a@1", "b@1"]);
    expect(keysAt(passes, 140)).toEqual(["a@1"]);
  });

  it("has the version of an overwritten object that was there at the moment", () => {
    const passes = [pass(100, { changed: [version("a", 90)] }), pass(200, { changed: [version("a", 150, "2")] })];
    expect(keysAt(passes, 149)).toEqual(["a@1"]);
    expect(keysAt(passes, 150)).toEqual(["a@2"]);
  });

  it("has an object that was removed after the moment", () => {
    const passes = [pass(100, { changed: [version("a", 90)] }), pass(200, { removed: [gone("a")] })];
    expect(keysAt(passes, 199)).toEqual(["a@1"]);
  });

  it("has an object that was removed while the listing of the moment ran, because it may have been there", () => {
    const passes = [pass(100, { changed: [version("a", 90)] }), pass(200, { removed: [gone("a")] })];
    expect(keysAt(passes, 200)).toEqual(["a@1"]);
    expect(keysAt(passes, 205)).toEqual([]);
  });

  it("has an object that was removed and written again under the same key", () => {
    const passes = [
      pass(100, { changed: [version("a", 90)] }),
      pass(200, { removed: [gone("a")] }),
      pass(300, { changed: [version("a", 250, "2")] }),
    ];
    expect(keysAt(passes, 300)).toEqual(["a@2"]);
    expect(keysAt(passes, 240)).toEqual([]);
  });
});

describe("the latest inventory", () => {
  it("has what the last pass saw", () => {
    const passes = [
      pass(100, { changed: [version("a", 90), version("b", 90)] }),
      pass(200, { changed: [version("b", 199, "2")], removed: [gone("a")] }),
    ];
    expect([...latestInventory(passes).values()].map(({ key, etag }) => `${key}@${etag}`)).toEqual(["b@2"]);
  });
});
