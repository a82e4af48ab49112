import { createHash } from "node:crypto";
import type { MdsIndex } from "@dailies/formats/mds/index/mds-index";
import { openMdsIndex } from "@dailies/formats/mds/index/open-index";
import type { SampleColumn } from "@dailies/formats/mds/shards/sample-columns";
import { walkShard } from "@dailies/formats/mds/shards/walk-shard";
import { decodeColumn } from "@dailies/formats/mds/values/decode-column";
import type { MdsInput } from "@dailies/formats/mds/values/encode-column";
import type { MdsValue } from "@dailies/formats/mds/values/mds-value";
import { writeMds } from "@dailies/formats/mds/write-mds";
import { expect, it } from "vitest";
import { openGolden, readExpected, readGoldenFiles } from "./golden-sets.ts";

const sha1 = (bytes: Uint8Array): string => createHash("sha1").update(bytes).digest("hex");

/** Python and JavaScript format floats differently in JSON and as digits, so floats are passed as bytes. */
const toInput = (value: MdsValue, column: SampleColumn): MdsInput => {
  if (value.kind === "text" || value.kind === "decimal") return value.text;
  if (value.kind === "integer") return value.value;
  if (value.kind === "float" && column.encoding !== "str_float") return value.value;
  if (value.kind === "array" || value.kind === "pixels") return value;
  if (value.kind === "images")
    return { images: value.items.map((item) => (item.kind === "image" ? item.bytes : item)) };
  return column.bytes ?? new Uint8Array(0);
};

const samplesOf = async function* (index: MdsIndex) {
  for (let shard = 0; shard < index.shardCount; shard += 1) {
    for await (const sample of walkShard(openGolden("plain"), index.shardAt(shard))) {
      if ("fault" in sample) throw sample.fault;
      yield Object.fromEntries(sample.columns.map((column) => [column.name, toInput(decodeColumn(column), column)]));
    }
  }
};

it("the MDS writer writes a set byte for byte as the original writer does", async () => {
  const index = await openMdsIndex(openGolden("plain"), "plain/index.json");
  const known = Array.from({ length: index.shardCount }, (_, shard) => index.shardAt(shard).data.rawHashes);
  const hash = (algorithm: string, bytes: Uint8Array): string =>
    algorithm === "sha1" ? sha1(bytes) : (known.find((hashes) => hashes.sha1 === sha1(bytes))?.[algorithm] ?? "");
  const written = new Map<string, string>();
  const { encodings } = readExpected();
  const options = { columns: encodings, hashes: ["sha1", "xxh64"], hash, sizeLimitBytes: 14_000 };
  for await (const { name, bytes } of writeMds(samplesOf(index), options)) written.set(`plain/${name}`, sha1(bytes));
  const original = new Map([...readGoldenFiles("plain")].map(([name, bytes]) => [name, sha1(bytes)]));
  expect(new Map([...written].sort())).toEqual(new Map([...original].sort()));
});
