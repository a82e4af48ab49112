import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import {
  createStorageClient,
  type ObjectStorageOptions,
  openS3Connection,
  type S3Connection,
} from "./object-storage-client.ts";
import { allowOrigins } from "./object-storage-cors.ts";
import { issueCredentials, type TemporaryCredentials } from "./object-storage-credentials.ts";
import { type MultipartCalls, multipartCalls } from "./object-storage-multipart.ts";
import { type ObjectCalls, objectCalls } from "./object-storage-objects.ts";
import { createPresigner, type Presign } from "./object-storage-presign.ts";
import { storeStream } from "./object-storage-stream.ts";

export type { ObjectStorageOptions } from "./object-storage-client.ts";

export interface BucketStorage extends ObjectCalls, MultipartCalls {
  readonly bucket: string;
  readonly region: string;
  /** The endpoint for external clients. */
  readonly publicEndpoint: string;
  /** Loads the client on first use. */
  readonly client: () => Promise<S3Client>;
  /** Throws unless the assets bucket exists and is accessible. */
  readonly headBucket: () => Promise<void>;
  readonly presign: Presign;
  readonly issueCredentials: (scope: { prefix: string; sessionName: string }) => Promise<TemporaryCredentials>;
  readonly putStream: (key: string, stream: Readable, options: { contentType: string }) => Promise<void>;
  readonly allowOrigins: (origins: readonly string[]) => Promise<void>;
}

export interface ObjectStorage extends BucketStorage {
  /** Another bucket on the same connection. */
  readonly inBucket: (bucket: string) => BucketStorage;
  readonly close: () => Promise<void>;
}

/** Opens the process's connection to a storage. A process opens one per storage and closes it on shutdown. */
export const createObjectStorage = (options: ObjectStorageOptions): ObjectStorage => {
  const connection = openS3Connection(options);
  return {
    ...openBucket(options, connection),
    inBucket: (bucket) => openBucket({ ...options, assetsBucket: bucket }, connection),
    close: connection.close,
  };
};

const openBucket = (options: ObjectStorageOptions, connection: S3Connection): BucketStorage => {
  const storage = createStorageClient(options, connection);
  const calls = { ...objectCalls(storage), ...multipartCalls(storage) };
  return {
    ...calls,
    bucket: options.assetsBucket,
    region: options.region,
    publicEndpoint: options.publicEndpoint ?? options.endpoint,
    client: storage.client,
    presign: createPresigner(options),
    issueCredentials: (scope) => issueCredentials(options, scope),
    putStream: (key, stream, how) => storeStream(calls, key, stream, how),
    allowOrigins: (origins) => allowOrigins(storage, origins),
    // Throws the original error, because the health probe reports its cause.
    headBucket: async () => {
      const { HeadBucketCommand } = await import("@aws-sdk/client-s3");
      const abortSignal = AbortSignal.timeout(2_000);
      await (await storage.client()).send(new HeadBucketCommand({ Bucket: options.assetsBucket }), { abortSignal });
    },
  };
};
