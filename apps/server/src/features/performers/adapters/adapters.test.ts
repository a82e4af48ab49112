import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Adapter, InputRole } from "@dailies/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createOutgoing, type Outgoing } from "../../../platform/http-client/outgoing.ts";
import type { PerformerAdapter } from "../requests/adapter.ts";
import { openAdapter } from "./open-adapter.ts";
import { signingKey, splitSecret, verifyStandardWebhook } from "./standard-webhook.ts";

interface Asked {
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
interface Scripted {
  readonly status?: number;
  readonly json?: unknown;
  readonly page?: string;
  readonly headers?: Record<string, string>;
}

let server: Server;
let origin: string;
let outgoing: Outgoing;
let asked: Asked[] = [];
/** The provider's scripted replies in order; the last one repeats. */
let script: Scripted[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: await text(request) });
    const said = (script.length > 1 ? script.shift() : script[0]) ?? {};
    response.writeHead(said.status ?? 200, said.headers).end(said.page ?? JSON.stringify(said.json ?? {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outgoing = createOutgoing({ trustedOrigins: [origin] });
});
afterAll(() => {
  outgoing.close();
  server.close();
});
beforeEach(() => {
  asked = [];
});

const open = (
  adapter: Adapter,
  more: { config?: object; path?: string; model?: string; version?: string } = {},
): PerformerAdapter =>
  openAdapter({
    performer: {
      adapter,
      endpoint: `${origin}${more.path ?? ""}`,
      model: more.model ?? "fal-ai/m/t2v",
      version: more.version ?? "",
      adapterConfig: (more.config ?? {}) as Record<string, unknown>,
    },
    secret: "the-secret",
    outgoing,
    assetUrl: async (id) => `https://assets.example/${id}`,
  });
const signal = () => AbortSignal.timeout(5_000);
const roles = new Map<InputRole, string>([
  ["prompt", "prompt"],
  ["image", "image"],
]);
const options = () => ({ idempotencyKey: "dailies-1", signal: signal() });

describe("videos", () => {
  it.each(["", "/", "/v1", "/v1/", "/v1/videos"])("finds its collection below %j", async (path) => {
    script = [{ json: { id: "1", status: "queued" } }];
    await open("videos", { path }).poll("a/b", signal());
    expect(asked[0]?.line).toBe("GET /v1/videos/a%2Fb");
  });

  it("sends forms and pictures as objects where that is wanted", async () => {
    script = [{ json: { id: "1", status: "queued" } }];
    const adapter = open("videos", { config: { request_format: "multipart", image_format: "object" }, model: "m" });
    await adapter.submit({ input: { prompt: "x", image: "i", n: 2 }, roles }, options());
    expect(asked[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    for (const part of ['name="model"', '{"image_url":"https://assets.example/i"}', "\r\n\r\n2\r\n"]) {
      expect(asked[0]?.body).toContain(part);
    }
  });

  it("does not accept half an answer as a whole one", async () => {
    for (const said of [{ page: "<html>" }, { json: { status: "queued" } }, { json: { id: "1" } }, { json: [] }]) {
      script = [said];
      const submitted = open("videos").submit({ input: {}, roles }, options());
      await expect(submitted).rejects.toMatchObject({ fault: "bad_answer", isRetryable: true });
    }
  });
});

describe("faults of a provider", () => {
  it.each([
    [400, "invalid"],
    [401, "unauthorised"],
    [402, "unauthorised"],
    [404, "unknown_call"],
    [408, "timeout"],
    [413, "invalid"],
    [429, "throttled"],
    [451, "refused"],
    [500, "unavailable"],
    [503, "unavailable"],
    [504, "timeout"],
    [307, "invalid"],
  ])("%i is %s", async (status, fault) => {
    script = [
      { status, json: { error: { message: "said the provider to the-secret" } }, headers: { location: "/elsewhere" } },
    ];
    const thrown = await open("videos")
      .submit({ input: {}, roles }, options())
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ fault, message: expect.stringContaining("said the provider to (secret)") });
  });

  it("are a refusal when the message says so, whatever the status", async () => {
    script = [{ status: 400, json: { error: { code: "content_policy_violation", message: "no" } } }];
    const submitted = open("videos").submit({ input: {}, roles }, options());
    await expect(submitted).rejects.toMatchObject({ fault: "refused", isRetryable: false });
  });

  it("tell how long to wait, in seconds or by a date, and not for ever", async () => {
    const later = new Date(Date.now() + 30_000).toUTCString();
    for (const [value, low, high] of [
      ["2", 2_000, 2_000],
      ["86400", 600_000, 600_000],
      [later, 25_000, 31_000],
    ] as const) {
      script = [{ status: 503, headers: { "retry-after": value } }];
      const thrown = await open("videos")
        .poll("1", signal())
        .catch((error: unknown) => error);
      const { retryAfterMs } = thrown as { retryAfterMs: number };
      expect(retryAfterMs).toBeGreaterThanOrEqual(low);
      expect(retryAfterMs).toBeLessThanOrEqual(high);
    }
  });
});

describe("fal", () => {
  const poll = () => open("fal").poll("1", signal());

  it("asks the result what COMPLETED means", async () => {
    script = [{ json: { status: "COMPLETED" } }, { status: 504, json: { detail: "timed out" } }];
    expect(await poll()).toMatchObject({ status: "Expired", raw: "COMPLETED 504", error: { code: "timeout" } });
    script = [{ json: { status: "COMPLETED" } }, { status: 502, page: "<html>bad gateway</html>" }];
    await expect(poll()).rejects.toMatchObject({ fault: "unavailable", isRetryable: true });
    script = [
      { json: { status: "COMPLETED" } },
      { status: 422, json: { detail: [{ msg: "too long", type: "value_error" }] } },
    ];
    expect(await poll()).toMatchObject({ status: "Failed", error: { message: "too long", isRetryable: false } });
    expect(asked.at(-1)?.line).toBe("GET /fal-ai/m/requests/1");
  });

  it("names the webhook in the address", async () => {
    script = [{ json: { request_id: "1" } }];
    await open("fal").submit({ input: {}, roles }, { ...options(), webhookUrl: "https://c.example/h?a=1" });
    expect(asked[0]?.line).toBe("POST /fal-ai/m/t2v?fal_webhook=https%3A%2F%2Fc.example%2Fh%3Fa%3D1");
  });
});

describe("replicate", () => {
  it("calls a version by its version and an official model by its name", async () => {
    script = [{ json: { id: "1", status: "starting" } }];
    await open("replicate", { path: "/v1", model: "o/m", version: "abc" }).submit(
      { input: { n: 1 }, roles },
      options(),
    );
    await open("replicate", { path: "/v1", model: "o/m" }).submit({ input: { n: 1 }, roles }, options());
    expect(asked.map(({ line, body }) => `${line} ${body}`)).toEqual([
      'POST /v1/predictions {"version":"abc","input":{"n":1}}',
      'POST /v1/models/o/m/predictions {"input":{"n":1}}',
    ]);
  });

  it("knows a call that never began", async () => {
    script = [{ json: { id: "1", status: "aborted" } }];
    expect(await open("replicate").poll("1", signal())).toMatchObject({
      status: "Expired",
      error: { isRetryable: true },
    });
  });
});

describe("ark", () => {
  it("never deletes what is not queued", async () => {
    const outcomes = { running: "impossible", succeeded: "too_late", failed: "too_late", levitating: "impossible" };
    for (const [status, outcome] of Object.entries(outcomes)) {
      script = [{ json: { id: "1", status } }];
      expect(await open("ark").cancel("1", signal())).toBe(outcome);
    }
    expect(asked.filter(({ line }) => line.startsWith("DELETE"))).toEqual([]);
  });

  it("writes parameters behind the prompt for models that read them there", async () => {
    script = [{ json: { id: "1" } }];
    const call = { input: { prompt: "a fox", dur: 5, image: "i" }, roles };
    await open("ark", { config: { prompt_flags: true }, model: "m" }).submit(call, options());
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual({
      model: "m",
      content: [
        { type: "text", text: "a fox --dur 5" },
        { type: "image_url", image_url: { url: "https://assets.example/i" }, role: "first_frame" },
      ],
    });
  });
});

describe("signatures of webhooks", () => {
  it("are those of the published example", () => {
    const headers = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    };
    const key = signingKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    const now = new Date(1_614_265_330_000);
    expect(verifyStandardWebhook(key, headers, Buffer.from('{"test": 2432232314}'), now)).toBe(headers["webhook-id"]);
  });

  it("are made with their own part of the secret, if it has one", () => {
    expect(splitSecret("token whsec_key")).toEqual({ token: "token", signing: "whsec_key" });
    expect(splitSecret("whsec_key")).toEqual({ signing: "whsec_key" });
    expect(splitSecret("token")).toEqual({ token: "token", signing: "token" });
    expect(splitSecret(undefined)).toEqual({});
  });
});
