import type { S3Client } from "@aws-sdk/client-s3";
import { afterAll, describe, expect, it } from "vitest";
import { testConfig } from "../../testing/test-database.ts";
import { createObjectStorage } from "./object-storage.ts";
import { createPresigner, type PresignRequest } from "./object-storage-presign.ts";

interface SdkSigner {
  presign(request: object, options: object): Promise<{ query: Record<string, string> }>;
}

const { s3 } = testConfig();
const storage = createObjectStorage(s3);
afterAll(() => storage.close());

/** The SDK's signature of the same request. */
const sdkSignature = async (client: S3Client, request: PresignRequest): Promise<string | undefined> => {
  const { protocol, hostname, port } = new URL(s3.endpoint);
  const signer = (await client.config.signer()) as unknown as SdkSigner;
  const signed = await signer.presign(
    {
      method: request.method,
      protocol,
      hostname,
      port: Number(port),
      path: `/${s3.assetsBucket}/${request.key.split("/").map(encodeURIComponent).join("/")}`,
      query: { ...request.query },
      headers: { host: `${hostname}:${port}`, "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD", ...request.headers },
    },
    {
      signingDate: request.at,
      expiresIn: request.expiresS,
      signableHeaders: new Set(Object.keys(request.headers ?? {})),
      unhoistableHeaders: new Set(Object.keys(request.headers ?? {})),
    },
  );
  return signed.query["X-Amz-Signature"];
};

const at = new Date("2026-11-15T05:00:00Z");
const requests: PresignRequest[] = [
  { method: "GET", key: "media/ab/1-2.mp4", at, expiresS: 900 },
  {
    method: "GET",
    key: "media/a b/é.mp4",
    query: { "response-content-disposition": "attachment; filename*=UTF-8''%E2%82%AC(1)!*.mp4" },
    at,
    expiresS: 60,
  },
  {
    method: "PUT",
    key: "media/ab/1",
    headers: { "content-type": "video/mp4", "content-length": "12", "if-none-match": "*" },
    at: new Date("2026-11-16T23:59:59.999Z"),
    expiresS: 900,
  },
  {
    method: "PUT",
    key: "k",
    query: { partNumber: "7", uploadId: "a_b-c" },
    headers: { "content-length": "8388608" },
    at,
    expiresS: 900,
  },
];

describe("a presigned address", () => {
  it.each(requests)("is signed as the SDK signs it: $method $key", async (request) => {
    const ours = new URL(storage.presign(request));
    expect(ours.searchParams.get("X-Amz-Signature")).toBe(await sdkSignature(await storage.client(), request));
  });

  it("names the host that clients reach", () => {
    const presign = createPresigner({ ...s3, publicEndpoint: "https://media.example.com/s3" });
    const url = new URL(presign({ method: "GET", key: "a/b", at, expiresS: 60 }));
    expect(url.origin + url.pathname).toBe(`https://media.example.com/s3/${s3.assetsBucket}/a/b`);
  });

  it("costs little enough for a page of hundreds", () => {
    // CPU time of this process: wall time also depends on other processes.
    const started = process.cpuUsage();
    for (let n = 0; n < 600; n++)
      storage.presign({ method: "GET", key: `derived/ab/${n}/poster.webp`, at, expiresS: 900 });
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(300);
  });
});
