import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { defineRoutes } from "@dailies/contract";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Actor } from "../../actor.ts";
import { openLog } from "../../platform/observability/log.ts";
import { eventually } from "../../testing/eventually.ts";
import { createHttp } from "../create-http.ts";
import type { Edge } from "../edge.ts";
import { useErrorReplies } from "../error-reply.ts";
import { registerRoutes } from "../routing/register-routes.ts";
import { Authenticator } from "../security/authenticate.ts";
import { closedGate } from "../security/service-gate.ts";
import { CostlyProcess, type CostlyProcessOptions } from "./costly-process.ts";
import { CostlyRequests } from "./costly-requests.ts";

const SCRIPT = fileURLToPath(new URL("../../testing/costly-process.ts", import.meta.url));
/** Of one person: at a time, and with those that wait. */
const [AT_ONCE, ADMITTED] = [2, 42];

const routes = defineRoutes({
  large: {
    method: "GET",
    path: "/api/large",
    access: "signed-in",
    isCostly: true,
    summary: "Takes long to make",
    query: z.looseObject({}),
    reply: z.object({ pid: z.number() }),
  },
  send: {
    method: "POST",
    path: "/api/send",
    access: "signed-in",
    isCostly: true,
    summary: "Takes a large body",
    body: z.object({}),
    reply: z.object({ pid: z.number() }),
  },
  light: { method: "GET", path: "/api/light", access: "signed-in", summary: "Is made at once", reply: z.object({}) },
});

/** Somebody who is signed in on every request; the cookie is their id. */
class AnyoneSignedIn extends Authenticator {
  override authenticate(cookie: string | undefined): Actor {
    return { userId: cookie, codes: [], permissions: new Set() } as unknown as Actor;
  }
}

interface Opened {
  readonly http: FastifyInstance;
  readonly process: CostlyProcess;
  readonly noted: [status: number, code: string | undefined][];
  readonly get: (target: string, cookie: string, signal?: AbortSignal) => Promise<Response>;
  readonly send: (body: string, cookie: string) => Promise<Response>;
}

const opened: FastifyInstance[] = [];
afterEach(async () => {
  for (const http of opened.splice(0)) await http.close();
});

const open = async (options: Partial<CostlyProcessOptions> = {}): Promise<Opened> => {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const { log } = openLog({ level: "silent", isBuffered: false, to: nowhere });
  const process = new CostlyProcess({ script: SCRIPT, args: [], log, ...options });
  const costly = new CostlyRequests(process);
  const noted: Opened["noted"] = [];
  const edge: Edge = {
    clock: () => new Date(),
    authenticator: new AnyoneSignedIn(async () => new Map()),
    services: closedGate(),
    origins: new Set(),
    headers: ["content-type", "application/json"],
    log,
    observe: () => (_request, status, code) => void noted.push([status, code]),
    tracing: undefined,
    costly,
    checksReplies: false,
    isDraining: false,
  };
  const http = createHttp({ trustedProxies: [] });
  useErrorReplies(http, edge);
  const here = () => ({ pid: globalThis.process.pid });
  registerRoutes(http, routes, { large: here, send: here, light: () => ({}) }, edge);
  http.addHook("onClose", () => costly.close());
  const origin = await http.listen({ host: "127.0.0.1", port: 0 });
  opened.push(http);
  return {
    http,
    process,
    noted,
    get: (target, cookie, signal) => fetch(`${origin}${target}`, { headers: { cookie }, ...(signal && { signal }) }),
    send: (body, cookie) =>
      fetch(`${origin}/api/send`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" },
        body,
      }),
  };
};

interface Said {
  readonly pid: number;
  readonly atOnce: number;
  readonly bytes: number;
  readonly headers: Record<string, string>;
}

const said = async (answer: Promise<Response>): Promise<Said> => (await (await answer).json()) as Said;

describe("a costly request", () => {
  it("is answered here while the process for it starts, and there from then on", async () => {
    const { get, process } = await open();
    expect((await said(get("/api/large", "anna"))).pid).toBe(globalThis.process.pid);
    await process.started();
    const { pid, headers } = await said(get("/api/large", "anna"));
    expect(pid).toBe(process.pid);
    expect(headers).toMatchObject({ cookie: "anna", "x-forwarded-for": "127.0.0.1" });
    expect(headers["x-request-id"]).toMatch(/\S/);
  });

  it("keeps nobody else from being answered while its answer is made", async () => {
    const { get, process } = await open();
    await process.started();
    const large = Array.from({ length: 20 }, () => get("/api/large?block=150", "anna").then(() => "large"));
    await get("/api/light", "anna");
    const light = get("/api/light", "bert").then(() => "light");
    expect(await Promise.race([light, ...large])).toBe("light");
    await Promise.all(large);
  });

  it("waits while its person has others under way, and holds up nobody else's", async () => {
    const { get, process } = await open();
    await process.started();
    const own = Array.from({ length: 10 }, () => said(get("/api/large?wait=60", "anna")));
    const all = Promise.all(own);
    expect(await Promise.race([said(get("/api/large", "bert")).then(() => "bert"), all])).toBe("bert");
    const most = (await all).map(({ atOnce }) => atOnce);
    expect(Math.max(...most)).toBe(AT_ONCE);
  });

  it("is refused to somebody who has many waiting, with a time to try again", async () => {
    const { get, process, noted } = await open();
    await process.started();
    const answers = Promise.all(Array.from({ length: ADMITTED + 3 }, () => get("/api/large?wait=100", "anna")));
    expect((await get("/api/large", "bert")).status).toBe(200);
    const refused = (await answers).filter(({ status }) => status !== 200);
    expect(refused.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual(
      Array.from({ length: 3 }, () => [503, "2"]),
    );
    expect(noted.filter(([, code]) => code === "share_used")).toHaveLength(3);
  });

  it("with a body is read by the process only, once that has started", async () => {
    const { send, process } = await open();
    const body = JSON.stringify({ text: "x".repeat(200_000) });
    const { pid, bytes } = await said(send(body, "anna"));
    expect([pid, bytes]).toEqual([process.pid, body.length]);
  });

  it("that is refused there is refused and noted as if it had been refused here", async () => {
    const { get, process, noted } = await open();
    await process.started();
    const answer = await get("/api/large?refuse=1", "anna");
    expect([answer.status, answer.headers.get("x-said"), await answer.json()]).toEqual([
      404,
      "beside",
      { code: "not_found", detail: "gone" },
    ]);
    expect(noted).toEqual([[404, "not_found"]]);
  });

  it("fails with a time to try again when the process dies, and goes to another one once the end is known", async () => {
    const { get, send, process } = await open();
    const first = await process.started().then(() => process.pid);
    const answer = await get("/api/large?die=1", "anna");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    // The connection may break before the system says that the process has ended.
    await eventually(() => (process.pid === first ? undefined : true));
    const { pid } = await said(send("{}", "anna"));
    expect(pid).not.toBe(first);
    expect(pid).toBe(process.pid);
  });

  it("whose client has left gives its place to the next", async () => {
    const { get, process } = await open();
    await process.started();
    const leaving = new AbortController();
    const left = Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => get("/api/large?wait=60000", "anna", leaving.signal)),
    );
    await get("/api/light", "anna");
    const next = said(get("/api/large", "anna"));
    leaving.abort();
    await left;
    expect((await next).pid).toBe(process.pid);
  });
});

describe("the process for costly requests", () => {
  it("ends when nobody asks it anything, and starts again", async () => {
    const { process, send } = await open({ idleMs: 1_000 });
    await process.started();
    await eventually(() => (process.pid === undefined ? true : undefined));
    expect((await said(send("{}", "anna"))).pid).toBeGreaterThan(0);
  });

  it("that cannot start is not tried again with every request, and the requests are answered here or refused", async () => {
    const backoff = { everyMs: 1_500, maxMs: 1_500 };
    const { process, get, send } = await open({ script: "/nowhere/costly-process.js", backoff });
    expect((await send("{}", "anna")).status).toBe(503);
    await eventually(() => (process.pid === undefined ? true : undefined));
    expect(process.address()).toBeUndefined();
    expect(process.pid).toBeUndefined();
    expect((await said(get("/api/large", "anna"))).pid).toBe(globalThis.process.pid);
    const refused = await send("{}", "anna");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^[12]$/)]);
    await eventually(() => {
      process.address();
      return process.pid;
    });
  });
});
