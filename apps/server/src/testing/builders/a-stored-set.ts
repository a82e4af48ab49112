import { type WriteMdsOptions, writeMds } from "@dailies/formats/mds/write-mds";
import { concatTar } from "@dailies/formats/tar/write-tar";
import type { BucketStorage } from "../../platform/s3/object-storage.ts";

/** Uploads files under a bucket folder. */
export const putFiles = async (
  storage: BucketStorage,
  folder: string,
  files: Iterable<{ readonly name: string; readonly bytes: Uint8Array }>,
): Promise<void> => {
  for (const { name, bytes } of files) {
    await storage.putObject(folder + name, Buffer.from(bytes), { contentType: "application/octet-stream" });
  }
};

/** An MDS set of numbered captions and scores, with clips of any bytes. */
export const putMdsSet = async (
  storage: BucketStorage,
  folder: string,
  {
    samples,
    clip = () => new Uint8Array(16),
    ...options
  }: { samples: number; clip?: (n: number) => Uint8Array } & Partial<WriteMdsOptions>,
): Promise<string[]> => {
  const columns = { caption: "str", score: "float32", seen: "int", tags: "json", video: "bytes" };
  const rows = Array.from({ length: samples }, (_, n) => ({
    caption: `clip number ${n}`,
    score: n / 8,
    seen: n * 3,
    tags: { json: { n } },
    video: clip(n),
  }));
  const names: string[] = [];
  for await (const file of writeMds(rows, { columns, sizeLimitBytes: 4_096, ...options })) {
    await putFiles(storage, folder, [file]);
    names.push(file.name);
  }
  return names;
};

/** A WebDataset shard of clips with captions and JSON. */
export const putTarSet = async (
  storage: BucketStorage,
  folder: string,
  { shards, samples, clip }: { shards: number; samples: number; clip: (n: number) => Uint8Array },
): Promise<void> => {
  const text = new TextEncoder();
  for (let shard = 0; shard < shards; shard++) {
    const files = Array.from({ length: samples }, (_, n) => {
      const key = `${String(shard * samples + n).padStart(6, "0")}`;
      return [
        { name: `${key}.json`, bytes: text.encode(JSON.stringify({ score: n, source: "made" })) },
        { name: `${key}.mp4`, bytes: clip(shard * samples + n) },
        { name: `${key}.txt`, bytes: text.encode(`a caption of ${key}`) },
      ];
    });
    await putFiles(storage, folder, [
      { name: `set-${String(shard).padStart(5, "0")}.tar`, bytes: concatTar(files.flat()) },
    ]);
  }
};
