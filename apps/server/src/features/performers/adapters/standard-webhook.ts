import { createHmac, timingSafeEqual } from "node:crypto";

const MAX_SKEW_S = 300;

export const isRecent = (timestamp: string, now: Date): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= MAX_SKEW_S;

/** The key of a signing secret: base64 after the underscore of `whsec_…`, or the bytes of any other text. */
export const signingKey = (secret: string): Buffer =>
  secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : Buffer.from(secret, "utf8");

/** A token, a signing secret `whsec_…`, or both separated by a space; a token alone is also the signing secret. */
export const splitSecret = (secret: string | undefined): { token?: string; signing?: string } => {
  const parts = secret?.split(/\s+/).filter((part) => part !== "") ?? [];
  const token = parts.find((part) => !part.startsWith("whsec_"));
  const signing = parts.find((part) => part.startsWith("whsec_")) ?? token;
  return { ...(token === undefined ? {} : { token }), ...(signing === undefined ? {} : { signing }) };
};

/** HMAC-SHA256 over `id.timestamp.body`, as in the Standard Webhooks specification and at Replicate. */
export const signWebhook = (key: Buffer, id: string, timestamp: string, body: Buffer): string =>
  createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");

/** The delivery id if one of the signatures is valid and the timestamp is recent. */
export const verifyStandardWebhook = (
  key: Buffer,
  headers: Readonly<Record<string, string | undefined>>,
  body: Buffer,
  now: Date,
): string | undefined => {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (!id || !timestamp || !signatures || id.length > 200 || !isRecent(timestamp, now)) return undefined;
  const expected = Buffer.from(signWebhook(key, id, timestamp, body));
  const holds = signatures.split(" ").some((signature) => {
    const [version, value = ""] = signature.split(",", 2);
    const given = Buffer.from(value);
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return holds ? id : undefined;
};

/** The body of a signed delivery; undefined when it is not JSON and so names no job. */
export const parseNews = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
};
