import { hash } from "node:crypto";
import { writeMds } from "@dailies/formats/mds/write-mds";
import type { BucketStorage } from "../../../apps/server/src/platform/s3/object-storage.ts";

const COLUMNS = { caption: "str", clip: "bytes", serial: "int" };
const SHARDS = 20;
/** What makes the bytes media: the beginning of every PNG. */
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const [SHORTEST, SPREAD] = [200, 600];
const MEAN_SAMPLE_BYTES = SHORTEST + SPREAD / 2 + 80;

export const captionOf = (serial: number, seed: number): string => `clip ${serial} of ${seed}: rain on a window`;

/** Different for every serial number and of different length, so that an exchanged range cannot go unnoticed. */
export const clipOf = (serial: number, seed: number): Uint8Array => {
  const clip = new Uint8Array(SHORTEST + ((serial * 7_919) % SPREAD));
  const mark = hash("sha256", `${seed}:${serial}`, "buffer");
  clip.set(PNG);
  for (let at = PNG.length; at < clip.length; at += mark.length) clip.set(mark.subarray(0, clip.length - at), at);
  return clip;
};

function* samplesOf(count: number, seed: number) {
  for (let serial = 0; serial < count; serial++)
    yield { caption: captionOf(serial, seed), clip: clipOf(serial, seed), serial };
}

/** Writes the source of the packages. */
export const putClipSet = async (
  storage: BucketStorage,
  folder: string,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<void> => {
  const sizeLimitBytes = Math.max(16_384, Math.ceil((count * MEAN_SAMPLE_BYTES) / SHARDS));
  for await (const file of writeMds(samplesOf(count, seed), { columns: COLUMNS, sizeLimitBytes }))
    await storage.putObject(folder + file.name, Buffer.from(file.bytes), { contentType: "application/octet-stream" });
};
