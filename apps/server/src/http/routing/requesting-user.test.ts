import { Writable } from "node:stream";
import { defineRoutes } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Actor } from "../../actor.ts";
import { requestingUser } from "../../platform/concurrency/requesting-user.ts";
import { openLog } from "../../platform/observability/log.ts";
import { createHttp } from "../create-http.ts";
import type { Edge } from "../edge.ts";
import { Authenticator } from "../security/authenticate.ts";
import { closedGate } from "../security/service-gate.ts";
import { registerRoutes } from "./register-routes.ts";

const reply = z.object({ userId: z.string().nullable() });
const routes = defineRoutes({
  own: { method: "GET", path: "/api/own", access: "signed-in", summary: "Says for whom it works", reply },
  anyone: { method: "GET", path: "/api/anyone", access: "public", summary: "Says for whom it works", reply },
  stream: {
    method: "GET",
    path: "/api/stream",
    access: "signed-in",
    summary: "Writes for whom it works",
    raw: { status: 200, contentType: "text/plain" },
  },
});

/** Somebody who is signed in on every request; the cookie is their id. */
class AnyoneSignedIn extends Authenticator {
  override authenticate(cookie: string | undefined): Actor {
    return { userId: cookie, codes: [], permissions: new Set() } as unknown as Actor;
  }
}

const edge: Edge = {
  clock: () => new Date(),
  authenticator: new AnyoneSignedIn(async () => new Map()),
  services: closedGate(),
  origins: new Set(),
  headers: ["content-type", "application/json"],
  log: openLog({
    level: "silent",
    isBuffered: false,
    to: new Writable({ write: (_chunk, _encoding, done) => done() }),
  }).log,
  observe: undefined,
  tracing: undefined,
  checksReplies: true,
  isDraining: false,
};

const told = async () => {
  await new Promise((resolve) => setTimeout(resolve, 2));
  return { userId: requestingUser() ?? null };
};

const http = createHttp({ trustedProxies: [] });
beforeAll(() => {
  registerRoutes(
    http,
    routes,
    {
      own: told,
      anyone: told,
      stream: async ({ reply: to }) => {
        await to.send((await told()).userId);
      },
    },
    edge,
  );
});
afterAll(() => http.close());

const ask = async (url: string, cookie: string): Promise<string> =>
  (await http.inject({ url, headers: { cookie } })).body;

describe("a handler", () => {
  it("knows its caller, also while the requests of others are handled", async () => {
    const answers = await Promise.all(["anna", "bert", "anna"].map((cookie) => ask("/api/own", cookie)));
    expect(answers).toEqual(['{"userId":"anna"}', '{"userId":"bert"}', '{"userId":"anna"}']);
  });

  it("that writes its own answer knows its caller as well", async () => {
    expect(await ask("/api/stream", "bert")).toBe("bert");
  });

  it("of a public route knows no caller", async () => {
    expect(await ask("/api/anyone", "anna")).toBe('{"userId":null}');
  });
});
