import type { AdapterConfigOf } from "@dailies/contract";
import { type PerformerAdapter, ProviderError, type ProviderState } from "../requests/adapter.ts";
import type { AdapterContext } from "./adapter-context.ts";
import { valuesToSend, valuesToShow } from "./adapter-input.ts";
import { toCurl } from "./curl.ts";
import { verifyFalWebhook } from "./fal-webhook.ts";
import { failureOf, faultOfAnswer, wordsOf } from "./provider-faults.ts";
import { authorization, createProviderHttp, type ProviderAnswer, placeholderOf } from "./provider-http.ts";
import { at, numberAt, type OurStatus, readSeed, requireText, requireUrl, textAt, toState } from "./read-answer.ts";

const STATUSES: Readonly<Record<string, OurStatus>> = {
  IN_QUEUE: "Queued",
  IN_PROGRESS: "Running",
  COMPLETED: "Succeeded",
};
const NO_SUCH_REQUEST = "00000000-0000-0000-0000-000000000000";

/** Requests are found under the app name, without the path of the function. */
const appOf = (model: string): string => {
  const parts = model.split("/").filter((part) => part !== "");
  const isInNamespace = parts[0] === "workflows" || parts[0] === "comfy";
  return parts.slice(0, isInNamespace ? 3 : 2).join("/");
};

/** COMPLETED only means that there is a result; its HTTP status tells a clip from an error or a timeout. */
const stateOfResult = ({ status, headers, body }: ProviderAnswer): ProviderState => {
  const raw = `COMPLETED ${status}`;
  if (status < 300) return { status: "Succeeded", raw, isKnown: true };
  if (status === 504) {
    const message = wordsOf(body).message || "the request ran out of time";
    return { status: "Expired", raw, isKnown: true, error: { code: "timeout", message, isRetryable: true } };
  }
  // Without a detail the reply comes from the gateway and says nothing about the job.
  if (status === 401 || status === 403 || status === 429 || at(body, "/detail") === undefined) {
    throw faultOfAnswer(status, headers, body);
  }
  const isInvalid = status === 400 || status === 422;
  const words = wordsOf(body);
  const error = failureOf({ ...words, code: words.code || (isInvalid ? "invalid" : "failed") });
  return { status: "Failed", raw, isKnown: true, error: isInvalid ? { ...error, isRetryable: false } : error };
};

const cancelOutcome = ({ status, headers, body }: ProviderAnswer): "cancelled" | "too_late" => {
  if (status < 300) return "cancelled";
  if (status === 404 || textAt(body, "/status") === "ALREADY_COMPLETED") return "too_late";
  throw faultOfAnswer(status, headers, body);
};

/** fal's queue. It has no idempotency key: a lost reply to a submission may cost a second clip. */
export const openFal = (context: AdapterContext, config: AdapterConfigOf<"fal">): PerformerAdapter => {
  const { performer, secret, outgoing, assetUrl } = context;
  const http = createProviderHttp(outgoing);
  const base = performer.endpoint.replace(/\/+$/, "");
  const submitUrl = `${base}/${performer.model.replace(/^\/+/, "")}`;
  const of = (id: string, act = ""): string =>
    `${base}/${appOf(performer.model)}/requests/${encodeURIComponent(id)}${act}`;
  const auth = authorization("Key", secret);
  let latest: { id: string; answer: ProviderAnswer } | undefined;

  const readResult = async (id: string, signal: AbortSignal): Promise<ProviderAnswer> => {
    const answer = await http.askWhateverComes({ method: "GET", url: of(id), headers: auth }, signal);
    latest = { id, answer };
    return answer;
  };

  return {
    submit: async (call, { webhookUrl, signal }) => {
      const url = new URL(submitUrl);
      if (webhookUrl !== undefined) url.searchParams.set("fal_webhook", webhookUrl);
      const headers = { ...auth, "x-fal-queue-priority": config.priority };
      const json = await valuesToSend(call, assetUrl);
      const body = await http.askJson({ method: "POST", url: url.href, headers, json }, signal);
      const raw = textAt(body, "/status") ?? "IN_QUEUE";
      return { externalId: requireText(body, "/request_id", "request_id"), state: toState(raw, STATUSES) };
    },
    poll: async (id, signal) => {
      const body = await http.askJson({ method: "GET", url: of(id, "/status"), headers: auth }, signal);
      const raw = requireText(body, "/status", "status");
      if (raw === "COMPLETED") return stateOfResult(await readResult(id, signal));
      const queuePosition = numberAt(body, "/queue_position");
      return toState(raw, STATUSES, queuePosition === undefined ? {} : { queuePosition });
    },
    fetch: async (id, signal) => {
      const answer = latest?.id === id ? latest.answer : await readResult(id, signal);
      if (answer.status >= 300) throw faultOfAnswer(answer.status, answer.headers, answer.body);
      const inferenceS = numberAt(answer.body, "/timings/inference");
      return {
        outputs: [http.output(requireUrl(at(answer.body, config.output), "address of a clip"))],
        ...readSeed(numberAt(answer.body, "/seed")),
        ...(inferenceS === undefined ? {} : { metrics: { inference_time_s: inferenceS } }),
      };
    },
    cancel: async (id, signal) =>
      cancelOutcome(await http.ask({ method: "PUT", url: of(id, "/cancel"), headers: auth }, signal)),
    test: async (signal) => {
      if (secret === undefined) throw new ProviderError("unauthorised", "no secret is set");
      // Every endpoint needs a request id; a non-existent one shows whether the key is accepted.
      const request = { method: "GET", url: of(NO_SUCH_REQUEST, "/status"), headers: auth } as const;
      const { status, headers, body } = await http.ask(request, signal);
      if (status === 401 || status === 403) throw faultOfAnswer(status, headers, body);
      return "it answers and takes the secret";
    },
    verifyWebhook: (headers, body, now) => verifyFalWebhook(http, config.jwks_url, headers, body, now),
    toCurl: (call) => {
      const headers = authorization("Key", placeholderOf(secret));
      return toCurl({ method: "POST", url: submitUrl, headers, json: valuesToShow(call) });
    },
  };
};
