import { writeMds } from "@dailies/formats/mds/write-mds";
import type { BucketStorage } from "../../../apps/server/src/platform/s3/object-storage.ts";

const COLUMNS = { blob: "bytes", caption: "str", note: "json", score: "float64", serial: "int" };
/** So that a dataset of any size has a few dozen shards. */
const SHARDS = 40;
const SAMPLE_BYTES = 170;

export const captionOf = (serial: number, seed: number): string =>
  `sample ${serial} of ${seed}, a car drives by and nobody looks`;

function* samplesOf(serials: Iterable<number>, seed: number) {
  for (const serial of serials) {
    yield {
      blob: new Uint8Array([serial & 255, (serial >> 8) & 255, 1, 2, 3, 4, 5, 6]),
      caption: captionOf(serial, seed),
      note: { json: { serial, even: serial % 2 === 0 } },
      score: serial / 1_000,
      serial,
    };
  }
}

/** Writes a dataset of these samples over the existing one; the index comes last, as with the original writer. */
export const putSet = async (
  storage: BucketStorage,
  folder: string,
  { serials, seed, total }: { readonly serials: Iterable<number>; readonly seed: number; readonly total: number },
): Promise<number> => {
  const sizeLimitBytes = Math.max(4_096, Math.ceil((total * SAMPLE_BYTES) / SHARDS));
  let bytes = 0;
  for await (const file of writeMds(samplesOf(serials, seed), { columns: COLUMNS, sizeLimitBytes })) {
    bytes += file.bytes.length;
    await storage.putObject(folder + file.name, Buffer.from(file.bytes), { contentType: "application/octet-stream" });
  }
  return bytes;
};
