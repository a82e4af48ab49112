import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { defineRoutes } from "@dailies/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Actor } from "../../actor.ts";
import { openLog } from "../../platform/observability/log.ts";
import { createHttp } from "../create-http.ts";
import type { Edge } from "../edge.ts";
import { useErrorReplies } from "../error-reply.ts";
import { Authenticator } from "../security/authenticate.ts";
import { closedGate } from "../security/service-gate.ts";
import { registerRoutes } from "./register-routes.ts";

const [AT_ONCE, WAITING] = [2, 40];

const routes = defineRoutes({
  search: {
    method: "GET",
    path: "/api/search",
    access: "signed-in",
    atOnce: AT_ONCE,
    summary: "Takes a while",
    reply: z.object({ under_way: z.int() }),
  },
  list: { method: "GET", path: "/api/list", access: "signed-in", summary: "Is made at once", reply: z.object({}) },
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

const underWay = new Map<string, number>();
/** Clara's requests end when a test lets them. */
const clara = Promise.withResolvers<void>();
const search = async ({ actor }: { actor: Actor }) => {
  const count = (underWay.get(actor.userId) ?? 0) + 1;
  underWay.set(actor.userId, count);
  await (actor.userId === "clara" ? clara.promise : sleep(20));
  underWay.set(actor.userId, (underWay.get(actor.userId) ?? 1) - 1);
  return { under_way: count };
};

const http = createHttp({ trustedProxies: [] });
let origin: string;
beforeAll(async () => {
  useErrorReplies(http, edge);
  registerRoutes(http, routes, { search, list: () => ({}) }, edge);
  origin = await http.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => http.close());

const get = (path: string, cookie: string): Promise<Response> => fetch(`${origin}${path}`, { headers: { cookie } });

describe("a route of which one person has few requests under way", () => {
  it("answers the others of this person in turn, and other people and other routes meanwhile", async () => {
    const own = Promise.all(Array.from({ length: 12 }, () => get("/api/search", "anna")));
    const meanwhile = Promise.all([get("/api/search", "bert"), get("/api/list", "anna")]);
    expect(await Promise.race([own.then(() => "all of anna's"), meanwhile.then(() => "bert's")])).toBe("bert's");
    const counts = await Promise.all((await own).map((answer) => answer.json() as Promise<{ under_way: number }>));
    expect(Math.max(...counts.map((count) => count.under_way))).toBe(AT_ONCE);
  });

  it("refuses what is beyond those that may wait, with a time to try again", async () => {
    const refused: Response[] = [];
    const asked = Array.from({ length: AT_ONCE + WAITING + 3 }, async () => {
      const answer = await get("/api/search", "clara");
      if (answer.status !== 200) refused.push(answer);
      if (refused.length === 3) clara.resolve();
      return answer.status;
    });
    expect((await Promise.all(asked)).filter((status) => status === 200)).toHaveLength(AT_ONCE + WAITING);
    expect(refused.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual(
      Array.from({ length: 3 }, () => [503, "2"]),
    );
  });
});
