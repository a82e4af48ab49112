import { isLoopbackOrigin } from "../loopback.ts";
import { type StorageClient, statusOf } from "./object-storage-client.ts";

const PREFLIGHT_MAX_AGE_S = 3_600;
const MAX_ORIGINS = 100;

/**
 * Configures CORS for these origins: upload, read, and the headers needed for multipart and seeking. Idempotent. Consoles on
 * one machine share its storage, so existing origins are kept.
 */
export const allowOrigins = (storage: StorageClient, origins: readonly string[]): Promise<void> =>
  storage.ask(async ({ PutBucketCorsCommand }, client, Bucket) => {
    const others = origins.every(isLoopbackOrigin) ? (await listAllowed(storage)).filter(isLoopbackOrigin) : [];
    const rule = {
      AllowedOrigins: [...new Set([...origins, ...others])].slice(0, MAX_ORIGINS),
      AllowedMethods: ["GET", "HEAD", "PUT"],
      AllowedHeaders: ["*"],
      ExposeHeaders: ["ETag", "Accept-Ranges", "Content-Range", "Content-Length", "x-amz-request-id"],
      MaxAgeSeconds: PREFLIGHT_MAX_AGE_S,
    };
    await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }));
  });

const listAllowed = (storage: StorageClient): Promise<string[]> =>
  storage.ask(async ({ GetBucketCorsCommand }, client, Bucket) => {
    try {
      const { CORSRules = [] } = await client.send(new GetBucketCorsCommand({ Bucket }));
      return CORSRules.flatMap((rule) => rule.AllowedOrigins ?? []);
    } catch (error) {
      if (statusOf(error) === 404) return [];
      throw error;
    }
  });
