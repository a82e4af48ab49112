import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { LarkAnswer, LarkBase } from "./lark-base.ts";
import { type LarkCall, type LarkState, routeLark } from "./lark-routes.ts";

export interface LarkServer extends LarkState {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const newState = (): LarkState => ({
  appId: `cli_${randomBytes(6).toString("hex")}`,
  appSecret: randomBytes(12).toString("hex"),
  tokens: new Set(),
  bases: new Map<string, LarkBase>(),
  wiki: new Map(),
  folders: new Map([["", []]]),
  shares: new Map(),
  busy: new Set(),
  counts: { writes: 0, conflicts: 0, tokens: 0, uploads: 0, replays: 0, calls: 0 },
  behaviour: { writeMs: 0, afterWrite: () => undefined, fault: () => undefined },
});

const readCall = async (request: IncomingMessage): Promise<LarkCall> => {
  const url = new URL(request.url ?? "", "http://lark.test");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const isJson = bytes.length > 0 && request.headers["content-type"]?.startsWith("application/json") === true;
  return {
    url,
    bytes,
    method: request.method ?? "",
    path: url.pathname.replace(/^\/open-apis\//, ""),
    token: /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "",
    body: isJson ? (JSON.parse(String(bytes)) as Record<string, unknown>) : {},
  };
};

/** A small real server that behaves as Lark's documentation says, errors included. */
export const startLarkServer = async (): Promise<LarkServer> => {
  const state = newState();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await readCall(request);
    state.counts.calls += 1;
    const fault = state.behaviour.fault(call.path, state.counts.calls);
    const found: LarkAnswer = fault === undefined || fault === "hang up" ? await routeLark(state, call) : fault;
    if (fault === "hang up") return void request.socket.destroy();
    const { status, body } = found;
    response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    ...state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
