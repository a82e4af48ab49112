import { createHash } from "node:crypto";
import { zstdCompressSync } from "node:zlib";
import { writeMds } from "@dailies/formats/mds/write-mds";
import type { Config } from "../../config.ts";
import { createRunningHash } from "../../features/viewer/verify/hashes.ts";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { createObjectStorage, type ObjectStorage } from "../../platform/s3/object-storage.ts";

/** A bucket folder that exists as long as the tests of a file. */
export interface TestBucket {
  readonly storage: ObjectStorage;
  readonly bucket: string;
  /** With a trailing slash. */
  readonly prefix: string;
  readonly uriOf: (name: string) => string;
  readonly put: (name: string, bytes: Uint8Array | string) => Promise<void>;
}

export interface ProfileOptions {
  readonly name?: string;
  readonly endpoint?: string | null;
  readonly bucket: string;
  readonly prefix: string;
}

/** A registered storage profile; with an endpoint it is a public one. */
export const aStorageProfile = async (db: Db, options: ProfileOptions): Promise<string> => {
  const id = newId();
  const at = new Date();
  await db
    .insertInto("storage_profile")
    .values({
      id,
      name: options.name ?? `shelf ${id}`,
      endpoint: options.endpoint ?? null,
      region: "us-east-1",
      bucket: options.bucket,
      prefix: options.prefix,
      is_path_style: true,
      request_key: newId(),
      created_by: "(test)",
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
};

const ensureBucket = async (storage: ObjectStorage): Promise<void> => {
  const { CreateBucketCommand, HeadBucketCommand } = await import("@aws-sdk/client-s3");
  const client = await storage.client();
  const found = await client.send(new HeadBucketCommand({ Bucket: storage.bucket })).catch(() => undefined);
  if (!found) await client.send(new CreateBucketCommand({ Bucket: storage.bucket }));
};

export const openTestBucket = async ({ s3 }: Pick<Config, "s3">): Promise<TestBucket> => {
  const storage = createObjectStorage({ ...s3, assetsBucket: s3.datasetsBucket });
  await ensureBucket(storage);
  const prefix = `shelf-${newId()}/`;
  return {
    storage,
    prefix,
    bucket: storage.bucket,
    uriOf: (name) => `s3://${storage.bucket}/${prefix}${name}`,
    put: (name, bytes) =>
      storage.putObject(prefix + name, Buffer.from(bytes as Uint8Array), { contentType: "application/octet-stream" }),
  };
};

export const clearTestBucket = async ({ storage, prefix }: TestBucket): Promise<void> => {
  for (;;) {
    const listed = await storage.listObjects(prefix, { limit: 1_000 });
    if (listed.length === 0) return storage.close();
    await storage.deleteObjects(listed.map(({ key }) => key));
  }
};

export const hashOf = (algorithm: string, bytes: Uint8Array): string => {
  const hash = createRunningHash(algorithm);
  hash?.update(bytes);
  return hash?.digest() ?? createHash(algorithm).update(bytes).digest("hex");
};

/** Bytes with an mp4 header, different for each sample. */
export const clipBytes = (index: number, length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  bytes.set([0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x69, 0x73, 0x6f, 0x6d]);
  let state = (index + 1) * 2_654_435_761;
  for (let at = 24; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
};

export interface MdsOptions {
  readonly samples: number;
  readonly clipBytes?: number;
  readonly sizeLimitBytes?: number;
  readonly hashes?: readonly string[];
  readonly isCompressed?: boolean;
}

const COLUMNS = { caption: "str", fps: "float32", frames: "int", video: "bytes" };

/** A set as the original writer makes it: samples `clip 0`, `clip 1` and so on. */
export async function* mdsFiles({ samples, clipBytes: length = 1_000, ...options }: MdsOptions) {
  const made = Array.from({ length: samples }, (_, index) => ({
    caption: `clip ${index}`,
    fps: 24,
    frames: BigInt(index),
    video: clipBytes(index, length),
  }));
  const compression = { compression: "zstd:7", deflate: (bytes: Uint8Array) => zstdCompressSync(bytes) };
  yield* writeMds(made, {
    columns: COLUMNS,
    sizeLimitBytes: options.sizeLimitBytes ?? 20_000,
    hashes: options.hashes ?? ["sha1", "xxh64"],
    hash: hashOf,
    ...(options.isCompressed && compression),
  });
}

export const putMds = async (shelf: TestBucket, folder: string, options: MdsOptions): Promise<void> => {
  for await (const { name, bytes } of mdsFiles(options)) await shelf.put(folder + name, bytes);
};
