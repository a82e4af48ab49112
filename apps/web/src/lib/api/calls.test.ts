import { defineRoutes, queryArray } from "@dailies/contract";
import { addressOf } from "@dailies/contract/route-address";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { z } from "zod";
import { writeStored } from "../storage.ts";
import { ApiError } from "./api-error.ts";
import { createCalls } from "./calls.ts";

const routes = defineRoutes({
  list: {
    method: "GET",
    path: "/api_v1/clip/:id/list",
    access: "internal",
    summary: "Clips",
    params: z.object({ id: z.string() }),
    query: z.object({ tag: queryArray(z.string()).optional(), page: z.int().optional() }),
    reply: z.object({ total: z.int() }),
  },
  remove: {
    method: "POST",
    path: "/api_v1/clip/remove",
    access: "internal",
    summary: "Remove",
    body: z.object({ id: z.string() }),
    reply: z.object({ ok: z.literal(true) }),
  },
});
const calls = createCalls(routes);

const answer = (status: number, body: string) => {
  const http = vi.fn(async (_address: string, _init: RequestInit) => new Response(body, { status }));
  vi.stubGlobal("fetch", http);
  return () => ({ address: String(http.mock.calls[0]?.[0]), init: http.mock.calls[0]?.[1] });
};

const failureOf = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.unreachable("the call should fail"),
    (error: ApiError) => error,
  );

describe("a call", () => {
  it("writes query arrays as repeated keys and encodes the path", () => {
    const address = addressOf(routes.list, { params: { id: "a/b" }, query: { tag: ["x", "y z"], page: undefined } });
    expect(address).toBe("/api_v1/clip/a%2Fb/list?tag=x&tag=y+z");
  });

  it("sends the stored username, and none when none is stored", async () => {
    const sent = answer(200, '{"total":1}');
    await calls.list({ params: { id: "1" }, query: {} });
    expect(new Headers(sent().init?.headers).get("x-username")).toBeNull();
    writeStored("username", "mei");
    const again = answer(200, '{"total":1}');
    await calls.list({ params: { id: "1" }, query: {} });
    expect(new Headers(again().init?.headers).get("x-username")).toBe("mei");
  });

  it("carries the silent flag of a silent query only", async () => {
    const loud = answer(200, '{"total":1}');
    await calls.list({ params: { id: "1" }, query: { page: 2 } });
    expect(loud().address).toBe("/api_v1/clip/1/list?page=2");
    const silent = answer(200, '{"total":1}');
    await calls.list({ params: { id: "1" }, query: { page: 2 } }, { meta: { silent: true } });
    expect(silent().address).toBe("/api_v1/clip/1/list?page=2&silent=true");
  });

  it("T7: refuses silent on an act, by its type", () => {
    expectTypeOf(calls.list).parameter(1).toExtend<{ meta?: { silent?: boolean } } | undefined>();
    // @ts-expect-error a mutation that fails silently would be repeated
    const act = () => calls.remove({ body: { id: "1" } }, { meta: { silent: true } });
    expect(act).toBeTypeOf("function");
  });

  it("reports status, code, detail and request id", async () => {
    answer(409, '{"code":"conflict","detail":"taken","request_id":"r-1"}');
    const error = await failureOf(calls.remove({ body: { id: "1" } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, code: "conflict", detail: "taken", requestId: "r-1" });
  });

  it("names the call that failed, without its query", async () => {
    answer(404, '{"code":"not_found","detail":"gone"}');
    const refused = await failureOf(calls.list({ params: { id: "a/b" }, query: { page: 2 } }));
    expect(refused).toMatchObject({ method: "GET", path: "/api_v1/clip/a%2Fb/list" });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await failureOf(calls.remove({ body: { id: "1" } }))).toMatchObject({
      method: "POST",
      path: "/api_v1/clip/remove",
    });
  });

  it("fails on a reply that breaks the contract", async () => {
    answer(200, '{"total":"many"}');
    expect(await failureOf(calls.list({ params: { id: "1" }, query: {} }))).toMatchObject({ code: "bad_reply" });
  });

  it("survives a proxy that answers with a page", async () => {
    answer(502, "<h1>Bad gateway</h1>");
    expect(await failureOf(calls.list({ params: { id: "1" }, query: {} }))).toMatchObject({
      status: 502,
      message: "unknown error, try again later",
    });
  });

  it("tells a network failure from an answer", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await failureOf(calls.list({ params: { id: "1" }, query: {} }))).toMatchObject({
      status: 0,
      code: "network",
    });
  });
});
