import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const TRIES = 6;
const TIMEOUT_MS = 10_000;

/** Standard Webhooks: HMAC-SHA256 over id.timestamp.body with the key after the `_`. */
export const signWebhook = (secret: string, id: string, timestampS: number, body: string): string => {
  const key = Buffer.from(secret.slice(secret.indexOf("_") + 1), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestampS}.${body}`).digest("base64")}`;
};

const deliverOnce = async (url: string, headers: Record<string, string>, body: string): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const reply = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" });
    await reply.body?.cancel();
    return reply.ok;
  } catch {
    // The receiver may be down for a while; the caller retries.
    return false;
  }
};

interface Letter {
  readonly url: string;
  readonly id: string;
  readonly body: string;
  readonly secret: string | undefined;
}

/** Retries for about a minute; true once the receiver accepted it. */
export const sendWebhook = async ({ url, id, body, secret }: Letter): Promise<boolean> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt > 0) await sleep(1_000 * 2 ** (attempt - 1), undefined, { ref: false });
    const timestampS = Math.floor(Date.now() / 1_000);
    const headers = {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": `${timestampS}`,
      ...(secret ? { "webhook-signature": signWebhook(secret, id, timestampS, body) } : {}),
    };
    if (await deliverOnce(url, headers, body)) return true;
  }
  return false;
};
