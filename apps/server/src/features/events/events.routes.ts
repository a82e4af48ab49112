// Live progress: events of tasks, cells and jobs over SSE. Serves the part of the specification on following a generation.
import type { Socket } from "node:net";
import type { eventsRoutes } from "@dailies/contract";
import type { FastifyReply } from "fastify";
import { rawHeader } from "../../http/routing/raw-header.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { readCookie, SESSION_COOKIE } from "../../http/security/cookies.ts";
import { hashToken } from "../../platform/crypto/token-hash.ts";
import type { LiveEvents } from "./events-deps.ts";
import { watchEvents } from "./watch-events.ts";

const EVENT_ID = /^\d{1,16}-\d{1,16}$/;
const KEEP_ALIVE_MS = 30_000;

export const eventsHandlers = (live: LiveEvents): Handlers<typeof eventsRoutes> => ({
  watchEvents: ({ actor, query, reply }) =>
    watchEvents(live, {
      actor,
      tokenHash: hashToken(readCookie(rawHeader(reply.request.raw, "cookie"), SESSION_COOKIE) ?? ""),
      topics: query.topic,
      // On reconnect the browser repeats the original URL, so the Last-Event-ID header is newer than the query.
      lastEventId: headerId(reply) ?? query.last_event_id,
      open: () => openStream(reply),
    }),
});

const headerId = ({ request }: FastifyReply): string | undefined => {
  const id = rawHeader(request.raw, "last-event-id");
  return id !== undefined && EVENT_ID.test(id) ? id : undefined;
};

/**
 * Writes the response head by hand and events directly to the socket. Node would keep the head of each connection in memory
 * and wrap every event in a chunk per connection; closing the socket ends the response.
 */
const openStream = (reply: FastifyReply): Socket => {
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
