import { Writable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { defineRoutes, queryArray, text } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { DomainError } from "../../errors.ts";
import { openLog } from "../../platform/observability/log.ts";
import { createHttp } from "../create-http.ts";
import type { Edge } from "../edge.ts";
import { useErrorReplies } from "../error-reply.ts";
import { Authenticator } from "../security/authenticate.ts";
import { closedGate } from "../security/service-gate.ts";
import { createProxyCheck } from "../security/trusted-proxies.ts";
import { registerRoutes } from "./register-routes.ts";

const routes = defineRoutes({
  echo: {
    method: "GET",
    path: "/api/echo/:id",
    access: "public",
    summary: "Says back what it was asked",
    params: z.object({ id: z.coerce.number().int() }),
    query: z.object({ tag: queryArray(text({ max: 10 })).default([]) }),
    reply: z.object({ id: z.int(), tags: z.array(z.string()) }),
  },
  leak: {
    method: "GET",
    path: "/api/leak",
    access: "public",
    summary: "Answers too much",
    reply: z.object({ name: z.string() }),
  },
  lie: {
    method: "GET",
    path: "/api/lie",
    access: "public",
    summary: "Answers something else",
    reply: z.object({ n: z.int() }),
  },
  busy: {
    method: "GET",
    path: "/api/busy",
    access: "public",
    summary: "Is busy",
    reply: z.object({}),
    errors: ["throttled"],
  },
  stream: {
    method: "GET",
    path: "/api/stream",
    access: "public",
    summary: "Writes its own answer",
    query: z.object({ lines: z.coerce.number().int().max(5) }),
    raw: { status: 200, contentType: "text/event-stream" },
  },
  form: {
    method: "POST",
    path: "/api/form",
    access: "public",
    summary: "Reads its own body",
    raw: { status: 200, contentType: "text/plain" },
    form: z.object({}),
  },
  json: {
    method: "POST",
    path: "/api/json",
    access: "public",
    summary: "Takes JSON",
    body: z.object({}),
    reply: z.object({}),
  },
});

const silent = openLog({
  level: "silent",
  isBuffered: false,
  to: new Writable({ write: (_chunk, _encoding, done) => done() }),
});
const traceparents: (string | undefined)[] = [];
const edge: Edge = {
  clock: () => new Date(),
  authenticator: new Authenticator(async () => new Map()),
  services: closedGate(),
  origins: new Set(["http://ours.test"]),
  headers: ["content-type", "application/json", "x-content-type-options", "nosniff"],
  log: silent.log,
  observe: undefined,
  tracing: {
    trace: (_name, traceparent, act) => {
      traceparents.push(traceparent);
      return act();
    },
  },
  isTrustedProxy: createProxyCheck(["192.0.2.0/24"]),
  checksReplies: true,
  isDraining: false,
};
const http = createHttp({ trustedProxies: [] });

beforeAll(() => {
  useErrorReplies(http, edge);
  registerRoutes(
    http,
    routes,
    {
      echo: ({ params, query }) => ({ id: params.id, tags: query.tag }),
      // A possible mistake of a handler: returning a whole row.
      leak: () => ({ name: "Ada", password_hash: "secret" }) as { name: string },
      lie: () => ({ n: "one" }) as unknown as { n: number },
      busy: () => {
        throw new DomainError("throttled", "later", { retryAfterS: 1.2 });
      },
      stream: async ({ query, reply }) => {
        reply.hijack();
        reply.raw.writeHead(200, { "content-type": `${reply.getHeader("content-type")}` });
        for (let i = 0; i < query.lines; i++) reply.raw.write(`data: ${i}\n\n`);
        reply.raw.end();
      },
      form: async ({ reply }) => {
        await reply.send(await readText(reply.request.raw));
      },
      json: () => ({}),
    },
    edge,
  );
});
afterAll(() => http.close());

const get = (url: string) => http.inject({ url });

describe("a route of the contract", () => {
  it("goes on with a trace only when a trusted proxy asks for it", async () => {
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    traceparents.length = 0;
    for (const remoteAddress of ["203.0.113.9", "192.0.2.9", "::ffff:192.0.2.9", "::1"])
      await http.inject({
        url: "/api/echo/7",
        remoteAddress,
        headers: { traceparent, "x-forwarded-for": "192.0.2.9" },
      });
    expect(traceparents).toEqual([undefined, traceparent, traceparent, undefined]);
  });

  it("gets its parts parsed, a lone query value as a list of one", async () => {
    expect((await get("/api/echo/7?tag=a&tag=b")).json()).toEqual({ id: 7, tags: ["a", "b"] });
    expect((await get("/api/echo/7?tag=a")).json()).toEqual({ id: 7, tags: ["a"] });
    expect((await get("/api/echo/7")).json()).toEqual({ id: 7, tags: [] });
  });

  it("refuses a request that breaks its schema, naming the place", async () => {
    const answer = await get("/api/echo/seven?tag=much-too-long");
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: "invalid", detail: [{ loc: "id" }] });
  });

  it("treats a reply that breaks its schema, or says more than it, as our own fault", async () => {
    expect((await get("/api/lie")).statusCode).toBe(500);
    const leak = await get("/api/leak");
    expect(leak.statusCode).toBe(500);
    expect(leak.body).not.toContain("secret");
  });

  it("tells how long to wait", async () => {
    const { statusCode, headers } = await get("/api/busy");
    expect([statusCode, headers["retry-after"]]).toEqual([429, "2"]);
  });

  it("may write its own answer, after the same checks", async () => {
    const answer = await get("/api/stream?lines=2");
    expect(answer.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    expect(answer.body).toBe("data: 0\n\ndata: 1\n\n");
    expect((await get("/api/stream?lines=9")).statusCode).toBe(422);
  });

  it("may read its own body where it says so, and has the edge's headers", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=x", origin: "http://ours.test" };
    const toForms = await http.inject({ method: "POST", url: "/api/form", headers, payload: "--x--" });
    expect([toForms.statusCode, toForms.body]).toEqual([200, "--x--"]);
    expect(toForms.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
    expect(toForms.headers["x-request-id"]).toBeTypeOf("string");
    const toJson = await http.inject({ method: "POST", url: "/api/json", headers, payload: "--x--" });
    expect(toJson.statusCode).toBe(415);
  });

  it("asks clients to leave while the server drains", async () => {
    edge.isDraining = true;
    expect((await get("/api/echo/1")).headers.connection).toBe("close");
    edge.isDraining = false;
  });
});
