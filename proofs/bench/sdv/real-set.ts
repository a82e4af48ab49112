// A dataset of realistic size on real object storage, written as the original writer would.
import { createHash } from "node:crypto";
import { writeMds } from "@dailies/formats/mds/write-mds";
import type { Config } from "../../../apps/server/src/config.ts";
import { createPresigner } from "../../../apps/server/src/platform/s3/object-storage-presign.ts";
import { clipBytes, type TestBucket } from "../../../apps/server/src/testing/builders/a-test-bucket.ts";
import type { Seeded } from "../../seeded.ts";
import type { BenchRun } from "../figures/bench-run.ts";
import { type Api, findHeadBytes, judge, measureTarget, openSet, type Seen, type Target } from "./measure.ts";
import { openPageReader } from "./page-reader.ts";
import type { Client } from "./timed-get.ts";

export interface RealExtent {
  readonly samples: number;
  readonly leastClip: number;
  readonly moreClip: number;
  readonly rounds: number;
}

interface Written {
  readonly index: Buffer;
  readonly shards: readonly Target[][];
  readonly bytes: number;
}

const SHARD_BYTES = 26_214_400;
const SIGNED_URL_TTL_S = 3_600;
const WORD = 4;

const captionOf = (index: number): string => `clip ${index}`;

/** Per shard, what is needed to read its samples without the product. */
const targetsOf = (bytes: Uint8Array, url: string, shard: number, first: number): Target[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: view.getUint32(0, true) }, (_, indexInShard) => ({
    index: first + indexInShard,
    shard,
    url,
    indexInShard,
    caption: captionOf(first + indexInShard),
    begin: view.getUint32(WORD * (indexInShard + 1), true),
    end: view.getUint32(WORD * (indexInShard + 2), true),
  }));
};

export const writeRealSet = async (
  shelf: TestBucket,
  { s3 }: Config,
  extent: RealExtent,
  random: Seeded,
): Promise<Written> => {
  const presign = createPresigner({ ...s3, publicEndpoint: s3.endpoint, assetsBucket: shelf.bucket });
  const make = function* () {
    for (let index = 0; index < extent.samples; index++) {
      const video = clipBytes(index, extent.leastClip + random.below(extent.moreClip));
      yield { caption: captionOf(index), fps: 24, frames: BigInt(index), video };
    }
  };
  const hash = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest("hex");
  const columns = { caption: "str", fps: "float32", frames: "int", video: "bytes" };
  const shards: Target[][] = [];
  let [bytes, first, index] = [0, 0, Buffer.alloc(0)];
  for await (const file of writeMds(make(), { columns, sizeLimitBytes: SHARD_BYTES, hashes: ["sha1"], hash })) {
    await shelf.put(`real/${file.name}`, file.bytes);
    if (file.name === "index.json") index = Buffer.from(file.bytes);
    else {
      const key = `${shelf.prefix}real/${file.name}`;
      const url = presign({ method: "GET", key, at: new Date(), expiresS: SIGNED_URL_TTL_S });
      const targets = targetsOf(file.bytes, url, shards.length, first);
      shards.push(targets);
      first += targets.length;
      bytes += file.bytes.length;
    }
  }
  return { index, shards, bytes };
};

/** Each round uses another index for the server, so that it starts cold, and then measures warm. */
export const measureRealSet = async (
  api: Api,
  bare: Client,
  { shelf, written, rounds, random }: { shelf: TestBucket; written: Written; rounds: number; random: Seeded },
): Promise<BenchRun[]> => {
  const [cold, warm]: [Seen[], Seen[]] = [[], []];
  let turn = 0;
  let headBytes = 0;
  for (let round = 0; round < rounds; round++) {
    await shelf.put("real/index.json", Buffer.concat([written.index, Buffer.from(" ".repeat(round + 1))]));
    const { answer } = await openSet(api, shelf.uriOf("real/index.json"));
    const readAsPage = await openPageReader(bare, written.index);
    const read = (targets: readonly Target[]) =>
      measureTarget(api, bare, answer.handle, random.pick(targets), { headBytes, turn: turn++, readAsPage });
    // The first round only determines what the server reads, and warms both sides.
    if (round === 0) headBytes = await findHeadBytes(api, answer.handle, 0);
    for (const targets of round === 0 ? [] : written.shards) {
      cold.push(await read(targets));
      warm.push(await read(targets));
    }
  }
  const kind = { measurement: "sdv.samples", isTimed: true };
  return [judge(cold, { ...kind, name: "cold" }), judge(warm, { ...kind, name: "warm" })];
};
