import type { S3Client } from "@aws-sdk/client-s3";
import { DomainError } from "../../errors.ts";

export interface ObjectStorageOptions {
  readonly endpoint: string;
  /** What browsers reach, when it has another name than the one we use. */
  readonly publicEndpoint?: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly assetsBucket: string;
  /** Whether the bucket is named in the path, not in the host; so unless told. */
  readonly isPathStyle?: boolean | undefined;
  /** Whose rights temporary credentials are cut from. */
  readonly roleArn?: string | undefined;
}

export type S3 = typeof import("@aws-sdk/client-s3");

/** The client and its commands, loaded on first use: the API answers most calls without them. */
export interface StorageClient {
  readonly options: ObjectStorageOptions;
  readonly client: () => Promise<S3Client>;
  /** Runs one conversation with storage; what storage refuses becomes a refusal of ours. */
  readonly ask: <T>(talk: (s3: S3, client: S3Client, bucket: string) => Promise<T>) => Promise<T>;
}

/** The sockets to one endpoint, loaded and opened on first use and shared by every bucket there. */
export interface S3Connection {
  readonly client: () => Promise<S3Client>;
  readonly close: () => Promise<void>;
}

/**
 * The SDK allows 50, for a client that one caller uses. Ours is the only one of its process, and a clip that is streamed
 * to a slow browser keeps its socket for as long as the browser reads.
 */
const MAX_SOCKETS = 400;

export const openS3Connection = (options: ObjectStorageOptions): S3Connection => {
  let opened: Promise<S3Client> | undefined;
  const open = async (): Promise<S3Client> => {
    const { S3Client } = await import("@aws-sdk/client-s3");
    return new S3Client({
      endpoint: options.endpoint,
      region: options.region,
      credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
      forcePathStyle: options.isPathStyle ?? true,
      maxAttempts: 2,
      requestHandler: { httpAgent: { maxSockets: MAX_SOCKETS }, httpsAgent: { maxSockets: MAX_SOCKETS } },
      // Otherwise a presigned PUT demands the checksum of an empty body, and every browser upload fails.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
  };
  return {
    client: () => {
      opened ??= open();
      return opened;
    },
    close: async () => {
      if (opened) (await opened).destroy();
    },
  };
};

/** One bucket, over a connection that whoever opened it closes. */
export const createStorageClient = (options: ObjectStorageOptions, { client }: S3Connection): StorageClient => ({
  options,
  client,
  ask: async (talk) => {
    try {
      return await talk(await import("@aws-sdk/client-s3"), await client(), options.assetsBucket);
    } catch (error) {
      throw asStorageRefusal(error);
    }
  },
});

export const asStorageRefusal = (error: unknown): unknown => {
  if (error instanceof DomainError || !(error instanceof Error)) return error;
  return new DomainError("upstream_failed", "the object storage returned an unexpected response; try again", {
    cause: error,
  });
};

/** The answer's status, when storage answered at all. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && "$metadata" in error
    ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode
    : undefined;
