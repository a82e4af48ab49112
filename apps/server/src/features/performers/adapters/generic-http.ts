import type { AdapterConfigOf } from "@dailies/contract";
import type { PerformerAdapter, ProviderResult, ProviderState } from "../requests/adapter.ts";
import type { AdapterContext } from "./adapter-context.ts";
import { valuesToSend, valuesToShow } from "./adapter-input.ts";
import { toCurl } from "./curl.ts";
import { failureOf, faultOfAnswer, wordsOf } from "./provider-faults.ts";
import { createProviderHttp, placeholderOf } from "./provider-http.ts";
import { putAt } from "./put-at.ts";
import {
  at,
  numberAt,
  type OurStatus,
  readProgress,
  readSeed,
  requireText,
  requireUrl,
  toState,
} from "./read-answer.ts";

type HttpConfig = AdapterConfigOf<"http">;

const statusesOf = (config: HttpConfig): Record<string, OurStatus> =>
  Object.fromEntries([
    ...config.queued.map((word) => [word, "Queued"] as const),
    ...config.running.map((word) => [word, "Running"] as const),
    ...config.succeeded.map((word) => [word, "Succeeded"] as const),
    ...config.failed.map((word) => [word, "Failed"] as const),
    ...config.cancelled.map((word) => [word, "Cancelled"] as const),
    ...config.expired.map((word) => [word, "Expired"] as const),
  ]);

const bodyOf = (config: HttpConfig, model: string, values: Record<string, unknown>): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  if (config.input_at === "") Object.assign(body, values);
  else putAt(body, config.input_at, values);
  if (model !== "") putAt(body, config.model_at, model);
  return body;
};

/** What a judge says in the place of a clip. */
const judgementIn = ({ score_at: scoreAt, answer_at: answerAt }: HttpConfig, body: unknown): ProviderResult => {
  const score = scoreAt === undefined ? undefined : numberAt(body, scoreAt);
  const answer = answerAt === undefined ? undefined : at(body, answerAt);
  return {
    outputs: [],
    ...(score !== undefined && { metrics: { score } }),
    ...(answer !== undefined && { answer }),
  };
};

/** Any server with JSON requests and polling: the configuration says where each field is. */
export const openGenericHttp = (context: AdapterContext, config: HttpConfig): PerformerAdapter => {
  const { performer, secret, outgoing, assetUrl } = context;
  const http = createProviderHttp(outgoing);
  const base = performer.endpoint.replace(/\/+$/, "");
  const statuses = statusesOf(config);
  const authOf = (word: string | undefined): Record<string, string> =>
    word === undefined ? {} : { [config.auth_header.toLowerCase()]: `${config.auth_prefix}${word}` };
  const auth = authOf(secret);
  const urlOf = (path: string, id = ""): string => `${base}${path.replaceAll("{id}", encodeURIComponent(id))}`;
  let latest: { id: string; body: unknown } | undefined;

  const look = async (id: string, signal: AbortSignal): Promise<unknown> => {
    const body = await http.askJson({ method: "GET", url: urlOf(config.poll_path, id), headers: auth }, signal);
    latest = { id, body };
    return body;
  };
  const stateOf = (body: unknown): ProviderState => {
    const progress = config.progress_at === undefined ? undefined : numberAt(body, config.progress_at);
    const state = toState(requireText(body, config.status_at, "status"), statuses, readProgress(progress));
    return state.status === "Failed"
      ? { ...state, error: failureOf(wordsOf({ error: at(body, config.error_at) ?? "" })) }
      : state;
  };

  return {
    submit: async (call, { idempotencyKey, signal }) => {
      const json = bodyOf(config, performer.model, await valuesToSend(call, assetUrl));
      const headers = { ...auth, "idempotency-key": idempotencyKey };
      const body = await http.askJson({ method: "POST", url: urlOf(config.submit_path), headers, json }, signal);
      const externalId = requireText(body, config.id_at, "id");
      const isTold = at(body, config.status_at) !== undefined;
      return { externalId, state: isTold ? stateOf(body) : { status: "Queued", raw: "submitted", isKnown: true } };
    },
    poll: async (id, signal) => stateOf(await look(id, signal)),
    fetch: async (id, signal) => {
      const body = latest?.id === id ? latest.body : await look(id, signal);
      if (config.score_at !== undefined || config.answer_at !== undefined) return judgementIn(config, body);
      const found = at(body, config.output_at);
      const url = requireUrl(Array.isArray(found) ? found[0] : found, "address of a clip");
      return {
        outputs: [http.output(url, { origin: new URL(base).origin, headers: auth })],
        ...readSeed(config.seed_at === undefined ? undefined : numberAt(body, config.seed_at)),
      };
    },
    cancel: async (id, signal) => {
      if (config.cancel_path === undefined) return "impossible";
      const request = { method: config.cancel_method, url: urlOf(config.cancel_path, id), headers: auth };
      const { status, headers, body } = await http.ask(request, signal);
      if (status === 404 || status === 409 || status === 410) return "too_late";
      if (status >= 300) throw faultOfAnswer(status, headers, body);
      return "cancelled";
    },
    test: async (signal) => {
      const request = { method: "GET", url: urlOf(config.test_path), headers: auth } as const;
      const { status, headers, body } = await http.ask(request, signal);
      if (status >= 400) throw faultOfAnswer(status, headers, body);
      return `it answers (${status})`;
    },
    toCurl: (call) => {
      const headers = authOf(placeholderOf(secret));
      const json = bodyOf(config, performer.model, valuesToShow(call));
      return toCurl({ method: "POST", url: urlOf(config.submit_path), headers, json });
    },
  };
};
