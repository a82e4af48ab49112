// What a trainer would read, taken from storage and not through the product.
import { buffer } from "node:stream/consumers";
import type { ByteSource } from "@dailies/formats/byte-source";
import { openMdsIndex } from "@dailies/formats/mds/index/open-index";
import type { MdsSample } from "@dailies/formats/mds/shards/sample-columns";
import { type BrokenSample, walkShard } from "@dailies/formats/mds/shards/walk-shard";
import type { BucketStorage } from "../../../apps/server/src/platform/s3/object-storage.ts";
import { captionOf, clipOf } from "./clip-set.ts";

const LISTED = 1_000;

const sourceOf = (storage: BucketStorage): ByteSource => ({
  read: async (object, begin, end) =>
    begin === end
      ? new Uint8Array(0)
      : new Uint8Array(await buffer(await storage.getObject(object, { fromByte: begin, toByte: end - 1 }))),
  size: async (object) => (await storage.headObject(object))?.sizeBytes,
});

const listAll = async (storage: BucketStorage, folder: string): Promise<string[]> => {
  const keys: string[] = [];
  for (;;) {
    const page = await storage.listObjects(folder, { after: keys.at(-1), limit: LISTED });
    keys.push(...page.map(({ key }) => key));
    if (page.length < LISTED) return keys;
  }
};

export interface ExpectedPackage {
  readonly samples: number;
  readonly seed: number;
}

/** What the samples of a package turned out to be. */
class Seen {
  private readonly expected: ExpectedPackage;
  private readonly times: Uint8Array;
  private wrong = 0;

  constructor(expected: ExpectedPackage) {
    this.expected = expected;
    this.times = new Uint8Array(expected.samples);
  }

  add(sample: MdsSample | BrokenSample): void {
    if ("fault" in sample || !this.isRight(sample)) this.wrong++;
  }

  private isRight({ columns }: MdsSample): boolean {
    const bytesOf = (name: string): Buffer => Buffer.from(columns.find((column) => column.name === name)?.bytes ?? []);
    const serial = Number(bytesOf("serial").readBigInt64LE());
    const { seed } = this.expected;
    this.times[serial] = (this.times[serial] ?? 0) + 1;
    return bytesOf("clip").equals(clipOf(serial, seed)) && bytesOf("caption").toString() === captionOf(serial, seed);
  }

  faults(): string[] {
    const count = (isSo: (times: number) => boolean): number => this.times.filter(isSo).length;
    const found: readonly (readonly [number, string])[] = [
      [count((times) => times === 0), "samples are missing"],
      [count((times) => times > 1), "samples are there more than once"],
      [this.wrong, "samples have other bytes"],
    ];
    return found.flatMap(([samples, words]) => (samples > 0 ? [`${samples} ${words}`] : []));
  }
}

/** Every sample once with its own bytes, and no shard that the index does not name. */
export const auditPackage = async (
  storage: BucketStorage,
  folder: string,
  expected: ExpectedPackage,
): Promise<string[]> => {
  const source = sourceOf(storage);
  const index = await openMdsIndex(source, `${folder}index.json`);
  const seen = new Seen(expected);
  const named = new Set<string>();
  for (let at = 0; at < index.shardCount; at++) {
    const shard = index.shardAt(at);
    named.add(shard.data.object);
    for await (const sample of walkShard(source, shard)) seen.add(sample);
  }
  const stray = (await listAll(storage, folder)).filter((key) => key.endsWith(".mds") && !named.has(key));
  const strays = stray.length === 0 ? [] : [`${stray.length} shards that no index names, such as ${stray[0]}`];
  return [...seen.faults(), ...strays].map((fault) => `${folder}: ${fault}`);
};

export const auditRemoved = async (storage: BucketStorage, folder: string): Promise<string[]> => {
  const left = await listAll(storage, folder);
  return left.length === 0 ? [] : [`${folder}: ${left.length} objects were left behind, such as ${left[0]}`];
};
