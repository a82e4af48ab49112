import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { ProviderError, type WebhookNews } from "../requests/adapter.ts";
import type { ProviderHttp } from "./provider-http.ts";
import { at, textAt } from "./read-answer.ts";
import { isRecent, parseNews } from "./standard-webhook.ts";

const KEYS_FOR_MS = 60 * 60 * 1000;
/** Rate limit for refetching keys: an unknown signature may mean a new key, but forged ones must not cause requests. */
const KEYS_AT_LEAST_MS = 60 * 1000;
const TIMEOUT_MS = 10_000;

interface KnownKeys {
  readonly keys: readonly KeyObject[];
  readonly readAtMs: number;
}

const known = new Map<string, KnownKeys>();

const readKeys = async (http: ProviderHttp, url: string, now: Date): Promise<KnownKeys> => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const found = at(await http.askJson({ method: "GET", url, headers: {} }, signal), "/keys");
  if (!Array.isArray(found)) throw new ProviderError("bad_answer", "webhook signing keys are not available");
  const keys = found.slice(0, 20).flatMap((jwk) => {
    const x = textAt(jwk, "/x");
    const isUsable = textAt(jwk, "/kty") === "OKP" && textAt(jwk, "/crv") === "Ed25519" && x !== undefined;
    return isUsable ? [createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" })] : [];
  });
  const fresh = { keys, readAtMs: now.getTime() };
  known.set(url, fresh);
  return fresh;
};

/** Ed25519 over the ids, the timestamp and the hash of the body, with any of fal's published keys. */
export const verifyFalWebhook = async (
  http: ProviderHttp,
  jwksUrl: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: Buffer,
  now: Date,
): Promise<WebhookNews | undefined> => {
  const requestId = headers["x-fal-webhook-request-id"];
  const userId = headers["x-fal-webhook-user-id"];
  const timestamp = headers["x-fal-webhook-timestamp"];
  const signature = headers["x-fal-webhook-signature"];
  if (!requestId || !userId || !timestamp || !signature || requestId.length > 200) return undefined;
  if (!isRecent(timestamp, now) || !/^[0-9a-f]{128}$/i.test(signature)) return undefined;
  const digest = createHash("sha256").update(body).digest("hex");
  const message = Buffer.from([requestId, userId, timestamp, digest].join("\n"));
  const isSigned = ({ keys }: KnownKeys): boolean =>
    keys.some((key) => verify(null, message, key, Buffer.from(signature, "hex")));

  const cached = known.get(jwksUrl);
  const ageMs = cached === undefined ? Number.POSITIVE_INFINITY : Math.abs(now.getTime() - cached.readAtMs);
  const current = cached !== undefined && ageMs < KEYS_FOR_MS ? cached : await readKeys(http, jwksUrl, now);
  if (!isSigned(current)) {
    const mayBeNew = current === cached && ageMs > KEYS_AT_LEAST_MS;
    if (!mayBeNew || !isSigned(await readKeys(http, jwksUrl, now))) return undefined;
  }
  return { deliveryId: requestId, externalId: textAt(parseNews(body), "/request_id") ?? requestId };
};
