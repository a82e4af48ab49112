import type { AdapterConfigOf } from "@dailies/contract";
import type { AdapterCall, PerformerAdapter, ProviderState } from "../requests/adapter.ts";
import type { AdapterContext } from "./adapter-context.ts";
import { isAssetInput, valuesToSend, valuesToShow } from "./adapter-input.ts";
import { toCurl } from "./curl.ts";
import { failureOf, faultOfAnswer, wordsOf } from "./provider-faults.ts";
import { authorization, createProviderHttp, placeholderOf } from "./provider-http.ts";
import { at, numberAt, type OurStatus, readProgress, readSeed, requireText, textAt, toState } from "./read-answer.ts";
import { parseNews, signingKey, splitSecret, verifyStandardWebhook } from "./standard-webhook.ts";

const STATUSES: Readonly<Record<string, OurStatus>> = {
  queued: "Queued",
  pending: "Queued",
  in_progress: "Running",
  completed: "Succeeded",
  failed: "Failed",
  deleted: "Cancelled",
  cancelled: "Cancelled",
  canceled: "Cancelled",
  expired: "Expired",
};

/** Accepts a server's root, its /v1, or the URL of the collection. */
const collectionOf = (endpoint: string): string => {
  const base = endpoint.replace(/\/+$/, "");
  if (base.endsWith("/videos")) return base;
  return /\/v\d+$/.test(base) ? `${base}/videos` : `${base}/v1/videos`;
};

const stateOf = (body: unknown): ProviderState => {
  const raw = requireText(body, "/status", "status");
  const queuePosition = numberAt(body, "/queue_position");
  const state = toState(raw, STATUSES, {
    ...readProgress(numberAt(body, "/progress")),
    ...(queuePosition === undefined ? {} : { queuePosition: Math.max(0, Math.trunc(queuePosition)) }),
  });
  return state.status === "Failed" ? { ...state, error: failureOf(wordsOf(body)) } : state;
};

const METRICS = ["inference_time_s", "peak_memory_mb", "num_frames"] as const;

const metricsOf = (body: unknown) => {
  const found = METRICS.flatMap((name) => {
    const value = numberAt(body, `/${name}`);
    return value === undefined ? [] : [[name, value] as const];
  });
  return found.length === 0 ? {} : { metrics: Object.fromEntries(found) };
};

const costOf = (body: unknown) => {
  const amountMicros = numberAt(body, "/cost/amount_micros");
  const currency = textAt(body, "/cost/currency");
  const isUsable = Number.isSafeInteger(amountMicros) && currency !== undefined && /^[A-Z]{3}$/.test(currency);
  return isUsable && amountMicros !== undefined && amountMicros >= 0 ? { cost: { amountMicros, currency } } : {};
};

/** The /v1/videos API of vLLM-Omni, SGLang, several gateways and our reference performer. */
export const openVideos = (context: AdapterContext, config: AdapterConfigOf<"videos">): PerformerAdapter => {
  const { performer, outgoing, assetUrl } = context;
  const { token, signing } = splitSecret(context.secret);
  const http = createProviderHttp(outgoing);
  const collection = collectionOf(performer.endpoint);
  const auth = authorization("Bearer", token);
  const of = (id: string): string => `${collection}/${encodeURIComponent(id)}`;
  // The output is fetched right after the last poll, whose reply is reused.
  let latest: { id: string; body: unknown } | undefined;

  const look = async (id: string, signal: AbortSignal): Promise<unknown> => {
    const body = await http.askJson({ method: "GET", url: of(id), headers: auth }, signal);
    latest = { id, body };
    return body;
  };
  const bodyOf = (call: AdapterCall, values: Record<string, unknown>): Record<string, unknown> => ({
    ...(performer.model === "" ? {} : { model: performer.model }),
    ...(config.image_format === "object" ? withPictureObject(call, values) : values),
  });

  return {
    submit: async (call, { idempotencyKey, webhookUrl, signal }) => {
      const hook = config.webhook === "standard" && webhookUrl !== undefined ? { webhook_url: webhookUrl } : {};
      const sent = { ...bodyOf(call, await valuesToSend(call, assetUrl)), ...hook };
      const payload = config.request_format === "json" ? { json: sent } : { form: toForm(sent) };
      const headers = { ...auth, "idempotency-key": idempotencyKey };
      const body = await http.askJson({ method: "POST", url: collection, headers, ...payload }, signal);
      const externalId = requireText(body, "/id", "id");
      latest = { id: externalId, body };
      return { externalId, state: stateOf(body) };
    },
    poll: async (id, signal) => stateOf(await look(id, signal)),
    fetch: async (id, signal) => {
      const body = latest?.id === id ? latest.body : await look(id, signal);
      const outputs = [http.output(`${of(id)}/content`, { origin: new URL(collection).origin, headers: auth })];
      return { outputs, ...readSeed(numberAt(body, "/seed")), ...costOf(body), ...metricsOf(body) };
    },
    cancel: async (id, signal) => {
      const { status, body } = await http.ask({ method: "DELETE", url: of(id), headers: auth }, signal);
      return cancelOutcome(status, body);
    },
    test: async (signal) => {
      const url = collection.replace(/\/videos$/, "/models");
      const { status, body } = await http.ask({ method: "GET", url, headers: auth }, signal);
      return describeModels(status, body, performer.model);
    },
    ...(config.webhook === "standard" && signing !== undefined && { verifyWebhook: verifierOf(signing) }),
    toCurl: (call) => {
      const headers = authorization("Bearer", placeholderOf(token));
      return toCurl({ method: "POST", url: collection, headers, json: bodyOf(call, valuesToShow(call)) });
    },
  };
};

const withPictureObject = (call: AdapterCall, values: Record<string, unknown>): Record<string, unknown> => {
  const key = call.roles.get("image");
  return key === undefined || !isAssetInput(call, key) ? values : { ...values, [key]: { image_url: values[key] } };
};

const cancelOutcome = (status: number, body: unknown): "cancelled" | "too_late" | "impossible" => {
  if (status === 405 || status === 501) return "impossible";
  if (status === 404 || status === 409 || status === 410) return "too_late";
  if (status >= 300) throw faultOfAnswer(status, {}, body);
  const raw = textAt(body, "/status");
  const isOver = raw !== undefined && ["Succeeded", "Failed"].includes(toState(raw, STATUSES).status);
  return isOver && at(body, "/deleted") !== true ? "too_late" : "cancelled";
};

const describeModels = (status: number, body: unknown, wanted: string): string => {
  if (status === 401 || status === 403) throw faultOfAnswer(status, {}, body);
  const models = at(body, "/data");
  if (status !== 200 || !Array.isArray(models)) return `it answers (${status}), but lists no models`;
  const isListed = wanted === "" || models.some((model) => textAt(model, "/id") === wanted);
  return isListed
    ? `it answers and lists ${models.length} models`
    : `it answers, but does not list the model ${wanted}`;
};

const verifierOf =
  (secret: string): NonNullable<PerformerAdapter["verifyWebhook"]> =>
  async (headers, body, now) => {
    const deliveryId = verifyStandardWebhook(signingKey(secret), headers, body, now);
    const news = deliveryId === undefined ? undefined : parseNews(body);
    const externalId = textAt(news, "/data/id") ?? textAt(news, "/id");
    return deliveryId !== undefined && externalId !== undefined ? { deliveryId, externalId } : undefined;
  };

const toForm = (values: Readonly<Record<string, unknown>>): FormData => {
  const form = new FormData();
  for (const [key, value] of Object.entries(values)) {
    form.append(key, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return form;
};
