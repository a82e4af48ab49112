import { createHash } from "node:crypto";
import type { AdapterConfigOf, FieldValue } from "@dailies/contract";
import { type PerformerAdapter, ProviderError } from "../requests/adapter.ts";
import type { AdapterContext } from "./adapter-context.ts";
import { valuesToSend, valuesToShow } from "./adapter-input.ts";
import { findPlace, outputIn, stateOfEntry } from "./comfyui-answers.ts";
import { toCurl } from "./curl.ts";
import { faultOfAnswer } from "./provider-faults.ts";
import { authorization, createProviderHttp, placeholderOf } from "./provider-http.ts";
import { putAt } from "./put-at.ts";
import { at, requireText, textAt, toState } from "./read-answer.ts";

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** ComfyUI accepts client ids: derived from the idempotency key, the id finds a submission whose reply was lost. */
const idOf = (idempotencyKey: string): string => {
  const found = UUID.exec(idempotencyKey)?.[0];
  if (found !== undefined) return found.toLowerCase();
  const hex = createHash("sha256").update(idempotencyKey).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
};

/** A ComfyUI server with one workflow. Media inputs are signed URLs, for nodes that load from a URL. */
export const openComfyui = (context: AdapterContext, config: AdapterConfigOf<"comfyui">): PerformerAdapter => {
  const { performer, secret, outgoing, assetUrl } = context;
  const http = createProviderHttp(outgoing);
  const base = performer.endpoint.replace(/\/+$/, "");
  const auth = authorization("Bearer", secret);
  const get = (path: string, signal: AbortSignal): Promise<unknown> =>
    http.askJson({ method: "GET", url: `${base}${path}`, headers: auth }, signal);
  const post = (path: string, json: unknown, signal: AbortSignal) =>
    http.ask({ method: "POST", url: `${base}${path}`, headers: auth, json }, signal);

  const graphOf = (values: Record<string, FieldValue>): Record<string, unknown> => {
    const graph = structuredClone(config.workflow) as Record<string, unknown>;
    for (const [key, value] of Object.entries(values)) {
      const pointer = config.inputs[key];
      if (pointer !== undefined) putAt(graph, pointer, value);
    }
    return graph;
  };
  const readEntry = async (id: string, signal: AbortSignal): Promise<unknown> =>
    at(await get(`/history/${encodeURIComponent(id)}`, signal), `/${id}`);
  const findState = async (id: string, signal: AbortSignal) => {
    const entry = await readEntry(id, signal);
    if (entry !== undefined) return stateOfEntry(entry);
    const place = findPlace(await get("/queue", signal), id);
    if (place) return place;
    // The job may have moved from the queue to the history between the two requests.
    const late = await readEntry(id, signal);
    return late === undefined ? undefined : stateOfEntry(late);
  };

  return {
    submit: async (call, { idempotencyKey, signal }) => {
      const id = idOf(idempotencyKey);
      const known = await findState(id, signal);
      if (known) return { externalId: id, state: known };
      const prompt = graphOf(await valuesToSend(call, assetUrl));
      const answer = await post("/prompt", { prompt, prompt_id: id, client_id: "dailies" }, signal);
      if (answer.status >= 300) throw faultOfAnswer(answer.status, answer.headers, answer.body);
      const state = toState("pending", { pending: "Queued" });
      return { externalId: requireText(answer.body, "/prompt_id", "prompt_id"), state };
    },
    poll: async (id, signal) => {
      const state = await findState(id, signal);
      if (!state) throw new ProviderError("unknown_call", "the call is neither in the queue nor in the history");
      return state;
    },
    fetch: async (id, signal) => {
      const entry = await readEntry(id, signal);
      const file = outputIn(entry, config.output_node);
      if (!file) throw new ProviderError("unknown_call", "the history has no clip of this call");
      const url = `${base}/view?${new URLSearchParams(file)}`;
      return { outputs: [http.output(url, { origin: new URL(base).origin, headers: auth })] };
    },
    cancel: async (id, signal) => {
      const place = findPlace(await get("/queue", signal), id);
      if (!place) return "too_late";
      // Versions whose /interrupt ignores prompt_id stop the running job, which is this one.
      const [path, json] = place.status === "Queued" ? ["/queue", { delete: [id] }] : ["/interrupt", { prompt_id: id }];
      const answer = await post(String(path), json, signal);
      if (answer.status >= 300) throw faultOfAnswer(answer.status, answer.headers, answer.body);
      return "cancelled";
    },
    test: async (signal) => {
      const version = textAt(await get("/system_stats", signal), "/system/comfyui_version");
      return `it answers${version ? `, ComfyUI ${version}` : ""}`;
    },
    toCurl: (call) => {
      const headers = authorization("Bearer", placeholderOf(secret));
      const json = { prompt: graphOf(valuesToShow(call)), client_id: "dailies" };
      return toCurl({ method: "POST", url: `${base}/prompt`, headers, json });
    },
  };
};
