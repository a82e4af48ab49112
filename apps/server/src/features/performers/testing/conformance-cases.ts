import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Adapter } from "@dailies/contract";
import { expect } from "vitest";
import type { AdapterCall, PerformerAdapter, ProviderState } from "../requests/adapter.ts";
import { CLIP, type Outcome, type ProviderServer, UNKNOWN_STATUS } from "./fake-provider.ts";

export interface Stage {
  readonly adapter: PerformerAdapter;
  /** The same adapter with a wrong secret. */
  readonly stranger: PerformerAdapter;
  readonly server: ProviderServer;
}

export const ASSET_ID = "0192f0c1-0000-7000-8000-000000000001";
export const ASSET_URL = "https://assets.example/a.png?signature=1";
export const WRONG_SECRET = "wrong-secret-of-a-stranger";
const WEBHOOK_URL = "https://console.example/api_v1/performer/webhook/1";

const signal = () => AbortSignal.timeout(5_000);
const aKey = () => `dailies-${randomUUID()}`;
const CALL: AdapterCall = {
  input: { prompt: "a fox in the snow" },
  roles: new Map([
    ["prompt", "prompt"],
    ["seed", "seed"],
    ["image", "image"],
  ]),
  seed: 7,
};

const submit = (adapter: PerformerAdapter, call = CALL, idempotencyKey = aKey()) =>
  adapter.submit(call, { idempotencyKey, webhookUrl: WEBHOOK_URL, signal: signal() });

const pollTo = async (
  { adapter, server }: Stage,
  outcome: Outcome,
): Promise<{ id: string; states: ProviderState[] }> => {
  server.next = { outcome };
  const { externalId: id } = await submit(adapter);
  const states: ProviderState[] = [];
  for (let looks = 0; looks < 6; looks += 1) {
    const state = await adapter.poll(id, signal());
    states.push(state);
    if (state.status !== "Queued" && state.status !== "Running") break;
  }
  return { id, states };
};

const lastOf = async (stage: Stage, outcome: Outcome) => (await pollTo(stage, outcome)).states.at(-1);

/** The conformance requirements of every adapter. */
export const CASES = {
  submit: async ({ adapter, server }) => {
    const { externalId, state } = await submit(adapter);
    expect(["Queued", "Running"]).toContain(state.status);
    const sent = JSON.stringify(server.jobs.get(externalId)?.asked.body);
    expect(sent).toContain("a fox in the snow");
    expect(sent).toMatch(/"seed":7/);
    expect(sent).not.toContain(server.dialect.secret);
  },
  "submit twice with one key": async ({ adapter, server }) => {
    const before = server.jobs.size;
    const key = aKey();
    const first = await submit(adapter, CALL, key);
    const second = await submit(adapter, CALL, key);
    expect(second.externalId).toBe(first.externalId);
    expect(server.jobs.size).toBe(before + 1);
  },
  "an asset as an address": async ({ adapter, server }) => {
    const call = { ...CALL, input: { ...CALL.input, image: ASSET_ID } };
    const { externalId } = await submit(adapter, call);
    expect(JSON.stringify(server.jobs.get(externalId)?.asked.body)).toContain(ASSET_URL);
    expect(adapter.toCurl(call)).toContain(`asset:${ASSET_ID}`);
  },
  poll: async (stage) => {
    const { states } = await pollTo(stage, "success");
    expect(states.map(({ status }) => status)).toEqual(expect.arrayContaining(["Queued", "Running", "Succeeded"]));
    expect(states.every(({ isKnown }) => isKnown)).toBe(true);
  },
  success: async (stage) => {
    const { id } = await pollTo(stage, "success");
    const { outputs } = await stage.adapter.fetch(id, signal());
    const [output] = outputs;
    const opened = await output?.open(signal());
    expect(opened && (await buffer(opened.stream))).toEqual(CLIP);
  },
  "provider failure": async (stage) => {
    expect(await lastOf(stage, "failure")).toMatchObject({
      status: "Failed",
      error: { message: expect.stringContaining("out of memory"), isRetryable: true },
    });
  },
  refusal: async (stage) => {
    expect(await lastOf(stage, "refusal")).toMatchObject({
      status: "Failed",
      error: { code: "refused", isRetryable: false },
    });
  },
  "unknown status": async (stage) => {
    const { states } = await pollTo(stage, "unknown");
    expect(states).toContainEqual(expect.objectContaining({ status: "Running", isKnown: false, raw: UNKNOWN_STATUS }));
  },
  "output expired": async (stage) => {
    const { id, states } = await pollTo(stage, "expired");
    expect(states.at(-1)?.status).toBe("Succeeded");
    const read = async () => (await stage.adapter.fetch(id, signal())).outputs[0]?.open(signal());
    await expect(read()).rejects.toMatchObject({ name: "ProviderError", fault: "unknown_call", isRetryable: false });
  },
  cancel: async (stage) => {
    const { adapter, server } = stage;
    server.next = { outcome: "success" };
    const { externalId } = await submit(adapter);
    expect(await adapter.cancel(externalId, signal())).toBe("cancelled");
    expect(server.jobs.get(externalId)?.isCancelled).toBe(true);
    const { id } = await pollTo(stage, "success");
    expect(await adapter.cancel(id, signal())).toBe("too_late");
    expect(server.jobs.get(id)?.isCancelled).toBe(false);
  },
  "webhook twice": async ({ adapter, server }) => {
    const { headers, body } = sign(server, "call-1");
    const news = await adapter.verifyWebhook?.(headers, body, new Date());
    expect(news).toMatchObject({ externalId: "call-1", deliveryId: expect.any(String) });
    expect(await adapter.verifyWebhook?.(headers, body, new Date())).toEqual(news);
  },
  "forged webhook": async ({ adapter, server }) => {
    const { headers, body } = sign(server, "call-1");
    const later = new Date(Date.now() + 301_000);
    const verify = adapter.verifyWebhook;
    expect(verify).toBeDefined();
    const forged = [
      verify?.(headers, Buffer.concat([body, Buffer.from(" ")]), new Date()),
      verify?.(headers, body, later),
      verify?.({}, body, new Date()),
      ...Object.keys(headers).map((name) => verify?.({ ...headers, [name]: "0" }, body, new Date())),
    ];
    for (const news of await Promise.all(forged)) expect(news).toBeUndefined();
  },
  "429 with Retry-After": async ({ adapter, server }) => {
    server.next = { outcome: "success", isThrottled: true };
    await expect(submit(adapter)).rejects.toMatchObject({ fault: "throttled", isRetryable: true, retryAfterMs: 7_000 });
  },
  "no answer in time": async ({ adapter, server }) => {
    server.next = { outcome: "success", isSilent: true };
    const hurried = { idempotencyKey: aKey(), signal: AbortSignal.timeout(100) };
    await expect(adapter.submit(CALL, hurried)).rejects.toMatchObject({ fault: "timeout", isRetryable: true });
  },
  "test of the connection": async ({ adapter, server }) => {
    const before = server.jobs.size;
    expect(await adapter.test(signal())).toMatch(/^it answers/);
    expect(server.jobs.size).toBe(before);
  },
  "wrong secret": async ({ stranger }) => {
    const refused = await stranger.test(signal()).then(String, (error: unknown) => error);
    expect(refused).toMatchObject({ fault: "unauthorised", isRetryable: false });
    expect(String(refused)).not.toContain(WRONG_SECRET);
  },
} as const satisfies Record<string, (stage: Stage) => Promise<void>>;

export type CaseName = keyof typeof CASES;

const NO_KEY = "takes no key for repeated submissions";
const NO_HOOKS = "sends no webhooks";
/** Unsupported cases per provider, with the reason. */
export const CANNOT: Readonly<Record<Adapter, Partial<Record<CaseName, string>>>> = {
  videos: {},
  fal: { "submit twice with one key": NO_KEY },
  replicate: { "submit twice with one key": NO_KEY },
  ark: {
    "submit twice with one key": NO_KEY,
    "webhook twice": "its callbacks are not signed, so they are not used",
    "forged webhook": "its callbacks are not signed, so they are not used",
  },
  comfyui: {
    refusal: "a graph judges no content",
    "webhook twice": NO_HOOKS,
    "forged webhook": NO_HOOKS,
    "wrong secret": "has no sign-in; the secret is for a proxy in front of it",
  },
  http: { "webhook twice": NO_HOOKS, "forged webhook": NO_HOOKS },
};

const sign = ({ dialect }: ProviderServer, externalId: string) => {
  if (!dialect.sign) throw new Error(`${dialect.adapter} signs nothing`);
  return dialect.sign(externalId, new Date());
};
