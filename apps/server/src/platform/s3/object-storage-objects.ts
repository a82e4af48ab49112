import { Readable } from "node:stream";
import { type StorageClient, statusOf } from "./object-storage-client.ts";

/** The limit of one DeleteObjects request. */
const MAX_DELETES = 1_000;

export interface StoredObject {
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly modifiedAt: Date;
}

export interface ListedObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

export const objectCalls = ({ ask }: StorageClient) => ({
  /** The bytes from `fromByte` to `toByte`. Throws upstream_failed when the object does not exist. */
  getObject: (
    key: string,
    { fromByte = 0, toByte, signal }: { fromByte?: number; toByte?: number; signal?: AbortSignal } = {},
  ): Promise<Readable> =>
    ask(async ({ GetObjectCommand }, client, Bucket) => {
      const range = fromByte > 0 || toByte !== undefined ? { Range: `bytes=${fromByte}-${toByte ?? ""}` } : {};
      const options = signal ? { abortSignal: signal } : {};
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, ...range }), options);
      if (!(Body instanceof Readable)) throw new Error("storage answered without a body");
      return Body;
    }),

  putObject: (key: string, body: Buffer, { contentType }: { contentType: string }): Promise<void> =>
    ask(async ({ PutObjectCommand }, client, Bucket) => {
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body: body, ContentType: contentType }));
    }),

  /** Undefined when the object does not exist. */
  headObject: (key: string): Promise<StoredObject | undefined> =>
    ask(async ({ HeadObjectCommand }, client, Bucket) => {
      try {
        const head = await client.send(new HeadObjectCommand({ Bucket, Key: key }));
        return {
          sizeBytes: head.ContentLength ?? 0,
          contentType: head.ContentType ?? "application/octet-stream",
          modifiedAt: head.LastModified ?? new Date(0),
        };
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    }),

  /** Idempotent: missing objects are no error. */
  deleteObjects: (keys: readonly string[]): Promise<void> =>
    ask(async ({ DeleteObjectsCommand }, client, Bucket) => {
      for (let start = 0; start < keys.length; start += MAX_DELETES) {
        const Objects = keys.slice(start, start + MAX_DELETES).map((Key) => ({ Key }));
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        );
        if (Errors.length > 0) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0]?.Code}`);
      }
    }),

  /** In key order, after `after`. */
  listObjects: (prefix: string, { after, limit }: { after?: string | undefined; limit: number }) =>
    ask(async ({ ListObjectsV2Command }, client, Bucket): Promise<ListedObject[]> => {
      const from = after === undefined ? {} : { StartAfter: after };
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: limit, ...from }),
      );
      return Contents.map((entry) => ({
        key: entry.Key ?? "",
        sizeBytes: entry.Size ?? 0,
        modifiedAt: entry.LastModified ?? new Date(0),
      }));
    }),
});

export type ObjectCalls = ReturnType<typeof objectCalls>;
