import { expect, it } from "vitest";
import { putMdsSet } from "../../../../testing/builders/a-stored-set.ts";
import { runDataRig } from "../../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../../testing/rigs/start-app.ts";
import type { BucketReader } from "../../../storage/index.ts";
import { locateColumn } from "./locate-column.ts";

const running = runApp();
const rig = runDataRig(running);
const signal = new AbortController().signal;

it("locateColumn reads the index of a set once, however many of its columns are looked for", async () => {
  const { storage, folder, uriOf, bucketReaders } = rig.current;
  await putMdsSet(storage, `${folder}set/`, { samples: 40 });
  const { bucketReader } = await bucketReaders.openUri(uriOf("set/"));
  const read: string[] = [];
  const watched: BucketReader = {
    ...bucketReader,
    read: (object, ...rest) => {
      read.push(object);
      return bucketReader.read(object, ...rest);
    },
  };
  const locate = (number: number) => {
    const object = `${folder}set/shard.00000.mds`;
    const row = new Map<string, unknown>([
      ["sample_object", object],
      ["key", `0:${number}`],
    ]);
    const source = { kind: "MDS", uri: uriOf("set/") };
    return locateColumn({ bucketReader: watched, source, row, column: { name: "video" } } as never, signal);
  };
  const [first, second] = [await locate(0), await locate(1)];
  expect([first.end - first.begin, second.begin > first.begin]).toEqual([16, true]);
  expect(read.filter((object) => object.endsWith("index.json"))).toHaveLength(1);
});
