import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { aPackageRecord } from "../../../testing/builders/packages/a-package-record.ts";
import type { PackageRecord } from "../package.store.ts";
import { type ManifestInput, type ManifestShard, manifestOf } from "./manifest.ts";

const input = (more: Partial<PackageRecord> = {}): ManifestInput => ({
  record: aPackageRecord(more),
  contentSha256: "b".repeat(64),
  durationS: 12.5,
  code: { version: "0.1.0", commit: "abc" },
  leftOut: [{ reason: "no_caption", items: 2 }],
  labelSnapshots: [
    { name: "human", task: "Keep or drop", answers: "majority", asOf: new Date("2026-11-16T00:00:00Z"), sha256: null },
  ],
});

const shard = (at: number): ManifestShard => ({
  name: `shard.${String(at).padStart(5, "0")}.mds`,
  samples: 10,
  bytes: 1_000,
  sha256: "c".repeat(64),
});

async function* batches(count: number, size = 1_000): AsyncGenerator<ManifestShard[]> {
  for (let from = 0; from < count; from += size)
    yield Array.from({ length: Math.min(size, count - from) }, (_, at) => shard(from + at));
}

const write = async (given: ManifestInput, shards: AsyncIterable<ManifestShard[]>): Promise<string> => {
  let text = "";
  for await (const piece of manifestOf(given, shards)) text += piece;
  return text;
};

describe("the manifest", () => {
  it("says what decided the bytes of a package, and the hash of each shard", async () => {
    const text = await write(input(), batches(3));
    const manifest = JSON.parse(text) as Record<string, unknown>;
    expect(Object.keys(manifest)).toEqual(Object.keys(manifest).toSorted());
    expect(manifest).toMatchObject({
      manifest_version: 1,
      package: { name: "Night rain", number: 1, created_at: "2026-11-17T20:00:00.000Z" },
      source: { dataset_name: "Rain", version: 3, where: "duration_s > 2", order_by: "-score" },
      settings: { seed: 7, order: "shuffled" },
      label_snapshots: [{ name: "human", task: "Keep or drop", as_of: "2026-11-16T00:00:00.000Z" }],
      code: { version: "0.1.0", commit: "abc" },
      item_list_sha256: "a".repeat(64),
      content_sha256: "b".repeat(64),
      shards: [shard(0), shard(1), shard(2)],
    });
    expect(JSON.parse(await write(input(), batches(0)))).toMatchObject({ shards: [] });
  });

  it("has the same bytes however the shards are read, and a repeat differs in nothing but itself", async () => {
    const text = await write(input(), batches(25));
    expect(await write(input(), batches(25, 7))).toBe(text);
    const again = await write(
      input({ id: "019a0000-0000-7000-8000-00000000000f", number: 2, createdAt: new Date(), creator: "ada" }),
      batches(25),
    );
    const withoutItself = (manifest: string): object => ({ ...JSON.parse(manifest), package: undefined });
    expect(again).not.toBe(text);
    expect(withoutItself(again)).toEqual(withoutItself(text));
  });

  it("is streamed: a hundred thousand shards never are in memory together", async () => {
    const hashed = createHash("sha256");
    let [pieces, longest, bytes] = [0, 0, 0];
    for await (const piece of manifestOf(input(), batches(100_000))) {
      hashed.update(piece);
      pieces += 1;
      bytes += piece.length;
      longest = Math.max(longest, piece.length);
    }
    expect(pieces).toBeGreaterThan(100);
    expect(bytes).toBeGreaterThan(10_000_000);
    expect(longest).toBeLessThan(200_000);
    expect(hashed.digest("hex")).toHaveLength(64);
  });
});
