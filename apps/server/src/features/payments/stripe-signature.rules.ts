import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_S = 300;
const MAX_SIGNATURES = 20;

/** Verifies the signature of a Stripe webhook: signed in the last minutes, by our clock, with any valid secret. */
export const isFromStripe = (
  header: string | undefined,
  body: Uint8Array,
  secrets: readonly string[],
  now: Date,
): boolean => {
  const parts = (header ?? "").split(",").map((part) => part.trim().split("=", 2));
  const timestamp = parts.find(([name]) => name === "t")?.[1] ?? "";
  const claimed = parts
    .filter(([name, value]) => name === "v1" && /^[0-9a-f]{64}$/.test(value ?? ""))
    .slice(0, MAX_SIGNATURES)
    .map(([, value]) => Buffer.from(value ?? "", "hex"));
  if (!/^[1-9]\d{9}$/.test(timestamp) || claimed.length === 0) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_S) return false;
  const expected = secrets.map((secret) => createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest());
  return expected.some((good) => claimed.some((signature) => timingSafeEqual(good, signature)));
};
