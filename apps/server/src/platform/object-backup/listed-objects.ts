import { Readable } from "node:stream";
import type { BucketStorage } from "../s3/object-storage.ts";
import { statusOf } from "../s3/object-storage-client.ts";
import type { ObjectVersion } from "./inventory.rules.ts";

/** A bucket, or what is below a prefix in it, as it belongs to the installation. */
export interface BackupSource {
  readonly storage: Pick<BucketStorage, "bucket" | "client" | "putStream">;
  readonly prefix: string;
}

export type ListedVersion = Omit<ObjectVersion, "contentType">;

const PAGE_OBJECTS = 1_000;

/** All objects of a source, in pages. */
export async function* listVersions({ storage, prefix }: BackupSource): AsyncGenerator<ListedVersion[]> {
  const { ListObjectsV2Command } = await import("@aws-sdk/client-s3");
  const { bucket } = storage;
  const client = await storage.client();
  for (let after = ""; ; ) {
    const from = after === "" ? {} : { StartAfter: after };
    const { Contents = [] } = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: PAGE_OBJECTS, ...from }),
    );
    const page = Contents.map(({ Key = "", ETag = "", Size = 0, LastModified }) => ({
      bucket,
      key: Key,
      etag: ETag,
      sizeBytes: Size,
      modifiedMs: LastModified?.getTime() ?? 0,
    }));
    if (page.length > 0) yield page;
    if (page.length < PAGE_OBJECTS) return;
    after = page.at(-1)?.key ?? "";
  }
}

export interface OpenedVersion {
  readonly contentType: string;
  readonly content: Readable;
}

/** Undefined when the object was removed or replaced since it was listed: the next pass sees what is there now. */
export const openVersion = async (
  storage: BackupSource["storage"],
  { key, etag }: ListedVersion,
): Promise<OpenedVersion | undefined> => {
  const { GetObjectCommand } = await import("@aws-sdk/client-s3");
  const client = await storage.client();
  try {
    const { Body, ContentType } = await client.send(
      new GetObjectCommand({ Bucket: storage.bucket, Key: key, IfMatch: etag }),
    );
    if (!(Body instanceof Readable)) throw new Error("storage answered without a body");
    return { content: Body, contentType: ContentType ?? "application/octet-stream" };
  } catch (error) {
    const status = statusOf(error);
    if (status === 404 || status === 412) return undefined;
    throw error;
  }
};
