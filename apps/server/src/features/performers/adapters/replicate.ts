import { createHash } from "node:crypto";
import type { AdapterConfigOf } from "@dailies/contract";
import { type AdapterCall, type PerformerAdapter, ProviderError, type ProviderState } from "../requests/adapter.ts";
import type { AdapterContext } from "./adapter-context.ts";
import { valuesToSend, valuesToShow } from "./adapter-input.ts";
import { toCurl } from "./curl.ts";
import { failureOf, faultOfAnswer, wordsOf } from "./provider-faults.ts";
import { authorization, createProviderHttp, type ProviderHttp, placeholderOf } from "./provider-http.ts";
import { at, numberAt, type OurStatus, readSeed, requireText, requireUrl, textAt, toState } from "./read-answer.ts";
import { parseNews, signingKey, verifyStandardWebhook } from "./standard-webhook.ts";

const STATUSES: Readonly<Record<string, OurStatus>> = {
  starting: "Queued",
  queued: "Queued",
  processing: "Running",
  succeeded: "Succeeded",
  failed: "Failed",
  canceled: "Cancelled",
  aborted: "Expired",
};
const SECRET_FOR_MS = 60 * 60 * 1000;
const TIMEOUT_MS = 10_000;

const stateOf = (body: unknown): ProviderState => {
  const state = toState(requireText(body, "/status", "status"), STATUSES);
  if (state.status === "Failed") return { ...state, error: failureOf(wordsOf(body)) };
  if (state.status !== "Expired") return state;
  const message = wordsOf(body).message || "it did not begin in time";
  return { ...state, error: { code: "aborted", message, isRetryable: true } };
};

/** Models that choose a seed report it only in their log. */
const seedInLog = (body: unknown): number | undefined => {
  const found = /^\s*(?:using|random) seed[^\d\n]{0,12}(\d{1,15})\s*$/im.exec(textAt(body, "/logs") ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
};

const outputOf = (body: unknown, pointer: string): string => {
  const output = at(at(body, "/output"), pointer);
  if (output === null || output === undefined) {
    throw new ProviderError("unknown_call", "the clip has expired: outputs are kept for one hour");
  }
  return requireUrl(Array.isArray(output) ? output.at(-1) : output, "address of a clip");
};

// Cache of webhook signing secrets, keyed by a hash so that API tokens are not kept in memory as keys.
const signingSecrets = new Map<string, { key: Buffer; untilMs: number }>();

const readSigningKey = async (http: ProviderHttp, base: string, secret: string, now: Date): Promise<Buffer> => {
  const place = createHash("sha256").update(`${base}\n${secret}`).digest("hex");
  const cached = signingSecrets.get(place);
  if (cached && cached.untilMs > now.getTime()) return cached.key;
  const request = { method: "GET", url: `${base}/webhooks/default/secret`, headers: authorization("Bearer", secret) };
  const body = await http.askJson({ ...request, method: "GET" }, AbortSignal.timeout(TIMEOUT_MS));
  const key = signingKey(requireText(body, "/key", "signing secret"));
  signingSecrets.set(place, { key, untilMs: now.getTime() + SECRET_FOR_MS });
  return key;
};

const verifierOf =
  (http: ProviderHttp, base: string, secret: string): NonNullable<PerformerAdapter["verifyWebhook"]> =>
  async (headers, body, now) => {
    // Ignore requests without a signature before fetching the secret.
    if (!headers["webhook-signature"]) return undefined;
    const deliveryId = verifyStandardWebhook(await readSigningKey(http, base, secret, now), headers, body, now);
    const externalId = deliveryId === undefined ? undefined : textAt(parseNews(body), "/id");
    return deliveryId !== undefined && externalId !== undefined ? { deliveryId, externalId } : undefined;
  };

/** Replicate. Like fal it has no idempotency key. */
export const openReplicate = (context: AdapterContext, config: AdapterConfigOf<"replicate">): PerformerAdapter => {
  const { performer, secret, outgoing, assetUrl } = context;
  const http = createProviderHttp(outgoing);
  const base = performer.endpoint.replace(/\/+$/, "");
  const auth = authorization("Bearer", secret);
  const of = (id: string): string => `${base}/predictions/${encodeURIComponent(id)}`;
  // Official models have no version; all others are addressed by theirs.
  const submitUrl = performer.version === "" ? `${base}/models/${performer.model}/predictions` : `${base}/predictions`;
  const bodyOf = (input: AdapterCall["input"]) => ({ ...(performer.version && { version: performer.version }), input });
  let latest: { id: string; body: unknown } | undefined;

  const look = async (id: string, signal: AbortSignal): Promise<unknown> => {
    const body = await http.askJson({ method: "GET", url: of(id), headers: auth }, signal);
    latest = { id, body };
    return body;
  };

  return {
    submit: async (call, { webhookUrl, signal }) => {
      const hook = webhookUrl === undefined ? {} : { webhook: webhookUrl, webhook_events_filter: ["completed"] };
      const json = { ...bodyOf(await valuesToSend(call, assetUrl)), ...hook };
      const body = await http.askJson({ method: "POST", url: submitUrl, headers: auth, json }, signal);
      return { externalId: requireText(body, "/id", "id"), state: stateOf(body) };
    },
    poll: async (id, signal) => stateOf(await look(id, signal)),
    fetch: async (id, signal) => {
      const body = latest?.id === id ? latest.body : await look(id, signal);
      const predictS = numberAt(body, "/metrics/predict_time");
      return {
        outputs: [http.output(outputOf(body, config.output), { origin: new URL(base).origin, headers: auth })],
        ...readSeed(seedInLog(body)),
        ...(predictS === undefined ? {} : { metrics: { inference_time_s: predictS } }),
      };
    },
    cancel: async (id, signal) => {
      const request = { method: "POST", url: `${of(id)}/cancel`, headers: auth } as const;
      const { status, headers, body } = await http.ask(request, signal);
      if (status === 404) return "too_late";
      if (status >= 300) throw faultOfAnswer(status, headers, body);
      return ["Succeeded", "Failed"].includes(stateOf(body).status) ? "too_late" : "cancelled";
    },
    test: async (signal) => {
      if (secret === undefined) throw new ProviderError("unauthorised", "no secret is set");
      const body = await http.askJson({ method: "GET", url: `${base}/account`, headers: auth }, signal);
      return `it answers and knows us as ${textAt(body, "/username") ?? "an account"}`;
    },
    ...(secret !== undefined && { verifyWebhook: verifierOf(http, base, secret) }),
    toCurl: (call) => {
      const headers = authorization("Bearer", placeholderOf(secret));
      return toCurl({ method: "POST", url: submitUrl, headers, json: bodyOf(valuesToShow(call)) });
    },
  };
};
