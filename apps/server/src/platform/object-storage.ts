import type { S3Client } from "@aws-sdk/client-s3";

export interface ObjectStorageOptions {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly assetsBucket: string;
}

export interface ObjectStorage {
  /** Loads the client on first use. */
  readonly client: () => Promise<S3Client>;
  /** Throws unless the assets bucket exists and we may use it. */
  readonly headBucket: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const createObjectStorage = (options: ObjectStorageOptions): ObjectStorage => {
  let opened: Promise<S3Client> | undefined;
  const open = async (): Promise<S3Client> => {
    const { S3Client } = await import("@aws-sdk/client-s3");
    return new S3Client({
      endpoint: options.endpoint,
      region: options.region,
      credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
      forcePathStyle: true,
      maxAttempts: 2,
      // Otherwise a presigned PUT demands the checksum of an empty body, and every browser upload fails.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
  };
  const client = (): Promise<S3Client> => {
    opened ??= open();
    return opened;
  };
  return {
    client,
    headBucket: async () => {
      const { HeadBucketCommand } = await import("@aws-sdk/client-s3");
      const abortSignal = AbortSignal.timeout(2_000);
      await (await client()).send(new HeadBucketCommand({ Bucket: options.assetsBucket }), { abortSignal });
    },
    close: async () => {
      if (opened) (await opened).destroy();
    },
  };
};
