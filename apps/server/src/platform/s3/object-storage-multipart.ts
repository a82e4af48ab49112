import type { ListPartsCommandOutput } from "@aws-sdk/client-s3";
import { type StorageClient, statusOf } from "./object-storage-client.ts";

/** A single copy is limited to 5 GB, and smaller parts finish sooner. */
const COPY_PART_BYTES = 1024 ** 3;

export interface StoredPart {
  readonly number: number;
  readonly sizeBytes: number;
  readonly etag: string;
}

export interface OpenUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly startedAt: Date;
}

export interface Copy {
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly partBytes?: number;
}

/** Multipart uploads, by us or by browsers. */
export const multipartCalls = (storage: StorageClient) => ({
  createMultipart: (key: string, contentType: string): Promise<string> =>
    storage.ask(async ({ CreateMultipartUploadCommand }, client, Bucket) => {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ Bucket, Key: key, ContentType: contentType }),
      );
      if (!UploadId) throw new Error("storage gave no upload id");
      return UploadId;
    }),

  /** Returns the part's ETag, which identifies its bytes if the same part is uploaded again. */
  uploadPart: (key: string, uploadId: string, number: number, body: Buffer): Promise<string> =>
    storage.ask(async ({ UploadPartCommand }, client, Bucket) => {
      const part = { Bucket, Key: key, UploadId: uploadId, PartNumber: number, Body: body };
      const { ETag = "" } = await client.send(new UploadPartCommand(part));
      return ETag;
    }),

  /** The uploaded parts; undefined when the upload was completed, aborted or never created. */
  listParts: (key: string, uploadId: string): Promise<StoredPart[] | undefined> =>
    storage.ask(async (s3, client, Bucket) => {
      const upload = { Bucket, Key: key, UploadId: uploadId };
      try {
        const parts: StoredPart[] = [];
        for await (const page of s3.paginateListParts({ client }, upload)) parts.push(...partsOf(page));
        return parts;
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    }),

  /** No error if it was completed meanwhile; headObject tells the result. */
  completeMultipart: (key: string, uploadId: string, parts: readonly StoredPart[]): Promise<void> =>
    storage.ask(async ({ CompleteMultipartUploadCommand }, client, Bucket) => {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
      const upload = { Bucket, Key: key, UploadId: uploadId };
      try {
        await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
      }
    }),

  /** Idempotent: no error when the upload is already gone. */
  abortMultipart: (key: string, uploadId: string): Promise<void> =>
    storage.ask(async ({ AbortMultipartUploadCommand }, client, Bucket) => {
      try {
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId: uploadId }));
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
      }
    }),

  /** In key order, after `after`. */
  listOpenUploads: (prefix: string, { after, limit }: { after?: OpenUpload | undefined; limit: number }) =>
    storage.ask(async ({ ListMultipartUploadsCommand }, client, Bucket): Promise<OpenUpload[]> => {
      const from = after ? { KeyMarker: after.key, UploadIdMarker: after.uploadId } : {};
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, MaxUploads: limit, ...from }),
      );
      return Uploads.map(({ Key = "", UploadId = "", Initiated = new Date() }) => ({
        key: Key,
        uploadId: UploadId,
        startedAt: Initiated,
      }));
    }),

  /** Server-side copy: no bytes pass through us. */
  copyObject: (from: string, to: string, copy: Copy): Promise<void> =>
    copy.sizeBytes <= (copy.partBytes ?? COPY_PART_BYTES)
      ? copyWhole(storage, from, to, copy)
      : copyInParts(storage, from, to, copy),
});

const partsOf = ({ Parts = [] }: ListPartsCommandOutput): StoredPart[] =>
  Parts.map(({ PartNumber = 0, Size = 0, ETag = "" }) => ({ number: PartNumber, sizeBytes: Size, etag: ETag }));

const sourceOf = (bucket: string, key: string): string =>
  `${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;

const copyWhole = (storage: StorageClient, from: string, to: string, { contentType }: Copy): Promise<void> =>
  storage.ask(async ({ CopyObjectCommand }, client, Bucket) => {
    const source = { Bucket, Key: to, CopySource: sourceOf(Bucket, from) };
    // Copy only the bytes and not the uploader's metadata.
    await client.send(new CopyObjectCommand({ ...source, MetadataDirective: "REPLACE", ContentType: contentType }));
  });

const copyInParts = async (
  storage: StorageClient,
  from: string,
  to: string,
  { sizeBytes, contentType, partBytes = COPY_PART_BYTES }: Copy,
): Promise<void> => {
  const { createMultipart, completeMultipart } = multipartCalls(storage);
  const uploadId = await createMultipart(to, contentType);
  const parts: StoredPart[] = [];
  for (let start = 0; start < sizeBytes; start += partBytes) {
    const end = Math.min(start + partBytes, sizeBytes);
    const number = parts.length + 1;
    const etag = await storage.ask(async ({ UploadPartCopyCommand }, client, Bucket) => {
      const target = { Bucket, Key: to, UploadId: uploadId, PartNumber: number };
      const range = { CopySource: sourceOf(Bucket, from), CopySourceRange: `bytes=${start}-${end - 1}` };
      const { CopyPartResult } = await client.send(new UploadPartCopyCommand({ ...target, ...range }));
      return CopyPartResult?.ETag ?? "";
    });
    parts.push({ number, sizeBytes: end - start, etag });
  }
  await completeMultipart(to, uploadId, parts);
};

export type MultipartCalls = ReturnType<typeof multipartCalls>;
