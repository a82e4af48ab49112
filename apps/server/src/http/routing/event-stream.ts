import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import { hashToken } from "../../platform/crypto/token-hash.ts";
import { readCookie, SESSION_COOKIE } from "../security/cookies.ts";
import { rawHeader } from "./raw-header.ts";

const KEEP_ALIVE_MS = 30_000;

/** Of the session that the request came with; the open stream is checked by it. */
export const sessionTokenHash = ({ request }: FastifyReply): Buffer =>
  hashToken(readCookie(rawHeader(request.raw, "cookie"), SESSION_COOKIE) ?? "");

/**
 * Writes the response head by hand and events directly to the socket. Node would keep the head of each connection in memory
 * and wrap every event in a chunk per connection; closing the socket ends the response.
 */
export const openEventStream = (reply: FastifyReply): Socket => {
  reply.hijack();
  const { socket } = reply.request.raw;
  const head = {
    ...reply.getHeaders(),
    date: new Date().toUTCString(),
    // Tell proxies not to buffer or transform the response.
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    connection: "close",
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  socket.write(`HTTP/1.1 200 OK\r\n${lines.join("")}\r\n`, "latin1");
  return socket;
};
