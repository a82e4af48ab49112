import type { AdapterConfigOf, FieldValue, InputRole } from "@dailies/contract";
import { type AdapterCall, type PerformerAdapter, ProviderError, type ProviderState } from "../requests/adapter.ts";
import type { AdapterContext } from "./adapter-context.ts";
import { isAssetInput, valuesToSend, valuesToShow } from "./adapter-input.ts";
import { toCurl } from "./curl.ts";
import { failureOf, faultOfAnswer, wordsOf } from "./provider-faults.ts";
import { authorization, createProviderHttp, placeholderOf } from "./provider-http.ts";
import { at, numberAt, type OurStatus, readSeed, requireText, requireUrl, toState } from "./read-answer.ts";

const STATUSES: Readonly<Record<string, OurStatus>> = {
  queued: "Queued",
  running: "Running",
  succeeded: "Succeeded",
  failed: "Failed",
  cancelled: "Cancelled",
  expired: "Expired",
};

const ASSETS = [
  ["image", "image_url", "first_frame"],
  ["video", "video_url", "reference_video"],
  ["audio", "audio_url", "reference_audio"],
] as const satisfies readonly (readonly [InputRole, string, string])[];

const stateOf = (body: unknown): ProviderState => {
  const state = toState(requireText(body, "/status", "status"), STATUSES);
  if (state.status === "Failed") return { ...state, error: failureOf(wordsOf(body)) };
  if (state.status !== "Expired") return state;
  return { ...state, error: { code: "expired", message: "it did not end in time", isRetryable: true } };
};

/** Prompt and media go into the content list, the other inputs beside it or, for older models, after the prompt. */
const bodyOf = (
  model: string,
  call: AdapterCall,
  values: Record<string, FieldValue>,
  hasFlags: boolean,
): Record<string, unknown> => {
  const rest = new Map(Object.entries(values));
  const promptKey = call.roles.get("prompt") ?? "prompt";
  const prompt = String(rest.get(promptKey) ?? "");
  rest.delete(promptKey);
  const media = ASSETS.flatMap(([role, type, place]) => {
    const key = call.roles.get(role);
    if (key === undefined || !isAssetInput(call, key)) return [];
    const url = rest.get(key);
    rest.delete(key);
    return url === undefined || url === "" ? [] : [{ type, [type]: { url }, role: place }];
  });
  const flags = hasFlags ? [...rest].map(([key, value]) => ` --${key} ${String(value)}`).join("") : "";
  return {
    model,
    content: [{ type: "text", text: `${prompt}${flags}` }, ...media],
    ...(hasFlags ? {} : Object.fromEntries(rest)),
  };
};

/** Volcengine Ark. Its callbacks are not signed, so they are not used. */
export const openArk = (context: AdapterContext, config: AdapterConfigOf<"ark">): PerformerAdapter => {
  const { performer, secret, outgoing, assetUrl } = context;
  const http = createProviderHttp(outgoing);
  const collection = `${performer.endpoint.replace(/\/+$/, "")}/contents/generations/tasks`;
  const auth = authorization("Bearer", secret);
  const of = (id: string): string => `${collection}/${encodeURIComponent(id)}`;
  let latest: { id: string; body: unknown } | undefined;

  const look = async (id: string, signal: AbortSignal): Promise<unknown> => {
    const body = await http.askJson({ method: "GET", url: of(id), headers: auth }, signal);
    latest = { id, body };
    return body;
  };

  return {
    submit: async (call, { signal }) => {
      const json = bodyOf(performer.model, call, await valuesToSend(call, assetUrl), config.prompt_flags);
      const body = await http.askJson({ method: "POST", url: collection, headers: auth, json }, signal);
      return { externalId: requireText(body, "/id", "id"), state: toState("queued", STATUSES) };
    },
    poll: async (id, signal) => stateOf(await look(id, signal)),
    fetch: async (id, signal) => {
      const body = latest?.id === id ? latest.body : await look(id, signal);
      const tokens = numberAt(body, "/usage/completion_tokens");
      return {
        outputs: [http.output(requireUrl(at(body, "/content/video_url"), "address of a clip"))],
        ...readSeed(numberAt(body, "/seed")),
        ...(tokens === undefined ? {} : { metrics: { completion_tokens: tokens } }),
      };
    },
    cancel: async (id, signal) => {
      // DELETE cancels a queued task but deletes the record and clip of an ended one, so check the status first.
      const { status } = stateOf(await look(id, signal));
      if (status === "Running") return "impossible";
      if (status !== "Queued") return "too_late";
      const answer = await http.ask({ method: "DELETE", url: of(id), headers: auth }, signal);
      if (answer.status === 404) return "too_late";
      if (answer.status === 400 || answer.status === 409) return "impossible";
      if (answer.status >= 300) throw faultOfAnswer(answer.status, answer.headers, answer.body);
      return "cancelled";
    },
    test: async (signal) => {
      if (secret === undefined) throw new ProviderError("unauthorised", "no secret is set");
      await http.askJson({ method: "GET", url: `${collection}?page_num=1&page_size=1`, headers: auth }, signal);
      return "it answers and takes the secret";
    },
    toCurl: (call) => {
      const headers = authorization("Bearer", placeholderOf(secret));
      const json = bodyOf(performer.model, call, valuesToShow(call), config.prompt_flags);
      return toCurl({ method: "POST", url: collection, headers, json });
    },
  };
};
