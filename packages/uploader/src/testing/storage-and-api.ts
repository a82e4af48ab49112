import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { sendInNode } from "../node-tools.ts";
import type { Send, UploadCalls } from "../types.ts";
import { FakeLibrary, Refusal } from "./fake-library.ts";

/** Injected fault for the next storage request. */
export type Fault = "drop" | "take and drop" | "unavailable" | "forbid";

export interface Faults {
  /** Consumed one by one by storage requests. */
  readonly storage: Fault[];
  isStorageGone: boolean;
  isApiGone: boolean;
  /** Latency of each storage request. */
  storageMs: number;
  /** Number of API responses to drop after processing the request. */
  lostAnswers: number;
}

const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

const createStorage =
  (library: FakeLibrary, faults: Faults) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = faults.isStorageGone ? "drop" : faults.storage.shift();
    if (fault === "drop") return void request.socket.destroy();
    const bytes = await readAll(request);
    if (faults.storageMs > 0) await setTimeout(faults.storageMs);
    if (fault === "unavailable") return void response.writeHead(503).end();
    if (fault === "forbid") return void response.writeHead(403).end();
    const url = new URL(request.url ?? "", "http://storage");
    const [, , id = "", part] = url.pathname.split("/");
    const status = library.store(id, Number(part), Number(url.searchParams.get("at")), bytes);
    if (fault === "take and drop") return void request.socket.destroy();
    response.writeHead(status).end();
  };

const createApi =
  (library: FakeLibrary, faults: Faults) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (faults.isApiGone) return void request.socket.destroy();
    const input = JSON.parse((await readAll(request)).toString());
    const name = (request.url ?? "").split("/").at(-1) as keyof UploadCalls;
    try {
      const reply = (library.calls[name] as (input: unknown) => unknown)(input);
      if (faults.lostAnswers > 0) {
        faults.lostAnswers -= 1;
        return void request.socket.destroy();
      }
      response.writeHead(200).end(JSON.stringify(reply));
    } catch (error) {
      const { status, message } = error as Refusal;
      response.writeHead(status ?? 500).end(JSON.stringify({ detail: message }));
    }
  };

const callOver =
  (origin: string) =>
  async (name: string, input: unknown, signal?: AbortSignal): Promise<unknown> => {
    const response = await fetch(`${origin}/call/${name}`, {
      method: "POST",
      body: JSON.stringify(input),
      signal: signal ?? null,
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw Object.assign(new Refusal(0, "no answer"), { cause: error });
    });
    const reply = (await response.json()) as { detail?: string };
    if (!response.ok) throw new Refusal(response.status, reply.detail ?? "");
    return reply;
  };

/** A real HTTP server that acts as storage and API, with injected faults. */
export const startStorageAndApi = async () => {
  const faults: Faults = { storage: [], isStorageGone: false, isApiGone: false, storageMs: 0, lostAnswers: 0 };
  let origin = "";
  const library = new FakeLibrary(() => origin);
  const storage = createStorage(library, faults);
  const api = createApi(library, faults);
  const server = createServer((request, response) => {
    const serve = request.url?.startsWith("/store/") ? storage : api;
    serve(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = callOver(origin);
  let underway = 0;
  const counted = async <T>(act: () => Promise<T>): Promise<T> => {
    underway += 1;
    return act().finally(() => {
      underway -= 1;
    });
  };
  const calls = new Proxy({} as UploadCalls, {
    get: (_, name: string) => (input: unknown, context?: { signal?: AbortSignal }) =>
      counted(() => call(name, input, context?.signal)),
  });
  let inFlight = 0;
  const most = { inFlight: 0 };
  const send: Send = async (request) => {
    inFlight += 1;
    most.inFlight = Math.max(most.inFlight, inFlight);
    return counted(() => sendInNode(request)).finally(() => {
      inFlight -= 1;
    });
  };
  /** Resolves when no counted request is in flight, nor any request that follows from one. */
  const whenStill = async (): Promise<void> => {
    for (let stillTurns = 0; stillTurns < 10; stillTurns = underway === 0 ? stillTurns + 1 : 0) await setImmediate();
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { library, faults, calls, send, most, counted, whenStill, close };
};
