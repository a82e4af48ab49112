// A dataset of 100,000 shards with 10,000 samples each, of which no byte is stored: bytes are generated on request.
import { clipBytes } from "../../../apps/server/src/testing/builders/a-test-bucket.ts";

export const SAMPLES_A_SHARD = 10_000;
const WORD = 4;
const POOL_BYTES = 1_048_576;
const LEAST_CLIP = 40_000;
const MORE_CLIP = 120_000;
const CAPTION_BYTES = 16;
/** Size words of caption and video, the caption, fps, frames. */
const HEAD_BYTES = 2 * WORD + CAPTION_BYTES + 4 + 8;

const CONFIG = {
  column_encodings: ["str", "float32", "int", "bytes"],
  column_names: ["caption", "fps", "frames", "video"],
  column_sizes: [null, 4, 8, null],
  compression: null,
  format: "mds",
  hashes: ["sha1"],
  size_limit: null,
  version: 2,
};
const config = new TextEncoder().encode(JSON.stringify(CONFIG));
const pool = clipBytes(1, POOL_BYTES + LEAST_CLIP + MORE_CLIP);

/** Varying lengths like real clips, and the same in each shard, so that one offset table serves all. */
const clipLength = (index: number): number => LEAST_CLIP + ((Math.imul(index + 1, 2_654_435_761) >>> 0) % MORE_CLIP);

const offsets = new Uint32Array(SAMPLES_A_SHARD + 1);
offsets[0] = WORD * (SAMPLES_A_SHARD + 2) + config.length;
for (let index = 0; index < SAMPLES_A_SHARD; index++)
  offsets[index + 1] = (offsets[index] ?? 0) + HEAD_BYTES + clipLength(index);

export const SHARD_BYTES = offsets[SAMPLES_A_SHARD] ?? 0;

const head = new Uint8Array(offsets[0] ?? 0);
const words = new DataView(head.buffer);
words.setUint32(0, SAMPLES_A_SHARD, true);
for (const [at, offset] of offsets.entries()) words.setUint32(WORD * (at + 1), offset, true);
head.set(config, WORD * (SAMPLES_A_SHARD + 2));

export const captionOf = (shard: number, index: number): string => `${shard}:${index}`.padEnd(CAPTION_BYTES, ".");

const makeSample = (shard: number, index: number): Uint8Array => {
  const clip = clipLength(index);
  const bytes = new Uint8Array(HEAD_BYTES + clip);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, CAPTION_BYTES, true);
  view.setUint32(WORD, clip, true);
  bytes.set(new TextEncoder().encode(captionOf(shard, index)), 2 * WORD);
  view.setFloat32(2 * WORD + CAPTION_BYTES, 24, true);
  view.setBigInt64(2 * WORD + CAPTION_BYTES + 4, BigInt(index), true);
  bytes.set(pool.subarray(0, 24), HEAD_BYTES);
  const from = 24 + ((Math.imul(shard * SAMPLES_A_SHARD + index, 40_503) >>> 0) % POOL_BYTES);
  bytes.set(pool.subarray(from, from + clip - 24), HEAD_BYTES + 24);
  return bytes;
};

const sampleAt = (at: number): number => {
  let [low, high] = [0, SAMPLES_A_SHARD - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((offsets[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** Bytes `[begin, end)` of a shard. */
export const readShard = (shard: number, begin: number, end: number): Uint8Array => {
  const bytes = new Uint8Array(end - begin);
  if (begin < head.length) bytes.set(head.subarray(begin, Math.min(end, head.length)), 0);
  for (let index = sampleAt(begin); index < SAMPLES_A_SHARD && (offsets[index] ?? 0) < end; index++) {
    const sample = makeSample(shard, index);
    const at = offsets[index] ?? 0;
    const from = Math.max(begin, at);
    const to = Math.min(end, at + sample.length);
    if (from < to) bytes.set(sample.subarray(from - at, to - at), from - begin);
  }
  return bytes;
};

const SHARD_DIGITS = 5;
export const shardName = (shard: number): string => `shard.${`${shard}`.padStart(SHARD_DIGITS, "0")}.mds`;

export const writeIndex = (shards: number): Uint8Array => {
  const entries: string[] = [];
  const settings = JSON.stringify(CONFIG).slice(1, -1);
  for (let shard = 0; shard < shards; shard++) {
    const sha1 = (Math.imul(shard + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, "0").repeat(5);
    const file = `{"basename":"${shardName(shard)}","bytes":${SHARD_BYTES},"hashes":{"sha1":"${sha1}"}}`;
    entries.push(`{${settings},"raw_data":${file},"samples":${SAMPLES_A_SHARD},"zip_data":null}`);
  }
  return new TextEncoder().encode(`{"shards":[${entries.join(",")}],"version":2}`);
};

export const boundsOf = (index: number): { begin: number; end: number } => ({
  begin: offsets[index] ?? 0,
  end: offsets[index + 1] ?? 0,
});
