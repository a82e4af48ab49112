import type { S3Client } from "@aws-sdk/client-s3";
import { DomainError } from "../../errors.ts";

export interface ObjectStorageOptions {
  readonly endpoint: string;
  /** The endpoint for browsers, if it differs from ours. */
  readonly publicEndpoint?: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly assetsBucket: string;
  /** Bucket in the path instead of the host name; the default. */
  readonly isPathStyle?: boolean | undefined;
  /** The role from which temporary credentials are derived. */
  readonly roleArn?: string | undefined;
}

export type S3 = typeof import("@aws-sdk/client-s3");

/** The client and its commands, loaded on first use: most requests to the API do not need them. */
export interface StorageClient {
  readonly options: ObjectStorageOptions;
  readonly client: () => Promise<S3Client>;
  /** Runs storage commands; errors of storage become DomainErrors. */
  readonly ask: <T>(talk: (s3: S3, client: S3Client, bucket: string) => Promise<T>) => Promise<T>;
}

/** The connection pool of one endpoint, opened on first use and shared by every bucket there. */
export interface S3Connection {
  readonly client: () => Promise<S3Client>;
  readonly close: () => Promise<void>;
}

/**
 * The SDK's default of 50 is too low: this is the only client of its process, and a clip streamed to a slow browser keeps
 * its socket until the browser has read it.
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
      // Otherwise a presigned PUT requires the checksum of an empty body, and every browser upload fails.
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

/** One bucket on a shared connection, which its owner closes. */
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

/** The HTTP status, if storage replied at all. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && "$metadata" in error
    ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode
    : undefined;
