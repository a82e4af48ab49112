import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

const ORIGIN = "http://ray.localhost:8000";
const folder = await mkdtemp(path.join(tmpdir(), "dailies-performer-socket-"));
const socket = path.join(folder, "serve.sock");
const running = runApp((config) => ({ ...config, performerSockets: [{ origin: ORIGIN, path: socket }] }));
const asked: string[] = [];
let manager: Caller;

beforeAll(async () => {
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ object: "list", data: [{ id: "m", object: "model" }] }));
  });
  server.listen(socket);
  await once(server, "listening");
  manager = await aCaller(running.current, { permissions: ["PERFORMER_PLAYGROUND"] });
  return async () => {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true });
  };
});

const create = (endpoint: string) =>
  manager.post("/api_v1/performer/create", {
    name: `Behind ${endpoint}`,
    adapter: "videos",
    endpoint,
    model: "m",
    input_schema: [{ key: "prompt", label: "Prompt", spec: { type: "text" }, role: "prompt", is_required: true }],
    capabilities: ["t2v"],
    limits: { concurrency: 4, rpm: null, timeout_s: 60 },
    pricing: { unit: "second", unit_price_micros: 50_000, currency: "USD", checked_at: null },
  });

it("a performer at an origin for which the operator set a socket is called through it", async () => {
  const { status, body } = await create(`${ORIGIN}/clips`);
  expect(status, JSON.stringify(body)).toBe(200);
  const tested = await manager.post("/api_v1/performer/test", { id: body.id });
  expect(tested).toMatchObject({ status: 200, body: { is_ok: true } });
  expect(asked).toEqual(["ray.localhost:8000/clips/v1/models"]);
});

it("the dashboard beside it, at another port of the same name, is refused as a performer", async () => {
  const refused = await create("http://ray.localhost:8265");
  expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: "endpoint" }] } });
});
