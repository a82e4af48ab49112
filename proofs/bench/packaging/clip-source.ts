import { writeMds } from "@dailies/formats/mds/write-mds";
import type { BucketStorage } from "../../../apps/server/src/platform/s3/object-storage.ts";

/** What makes the bytes media: the beginning of every PNG. */
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const SHARD_BYTES = 64 * 1024 ** 2;

export interface SourceSize {
  readonly samples: number;
  readonly clipBytes: number;
}

function* samplesOf({ samples, clipBytes }: SourceSize) {
  for (let serial = 0; serial < samples; serial++) {
    const clip = new Uint8Array(clipBytes);
    clip.set(PNG);
    // Enough that no two clips are equal: storage must not be able to keep them once.
    for (let at = PNG.length; at < clipBytes; at += 512) clip[at] = (serial * 31 + at) & 0xff;
    new DataView(clip.buffer).setUint32(PNG.length, serial);
    yield { caption: `clip ${serial}: rain on a window`, clip, serial };
  }
}

/** Writes a set of clips of one size. */
export const putClips = async (storage: BucketStorage, folder: string, size: SourceSize): Promise<void> => {
  const columns = { caption: "str", clip: "bytes", serial: "int" };
  for await (const file of writeMds(samplesOf(size), { columns, sizeLimitBytes: SHARD_BYTES }))
    await storage.putObject(folder + file.name, Buffer.from(file.bytes), { contentType: "application/octet-stream" });
};
