// Live progress: what happens to tasks, cells and calls, told to open pages as it happens.
// Answers the part of the specification on following a generation.
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
      // A browser that resumes by itself repeats the address it first had: its header is the newer of the two.
      lastEventId: headerId(reply) ?? query.last_event_id,
      open: () => openStream(reply),
    }),
});

const headerId = ({ request }: FastifyReply): string | undefined => {
  const id = rawHeader(request.raw, "last-event-id");
  return id !== undefined && EVENT_ID.test(id) ? id : undefined;
};

/**
 * The head is written by hand and the events go straight to the socket. Node would keep the head of each line as long as
 * the line, and wrap every event into a chunk for each line anew; the end of the connection is the end of the answer.
 */
const openStream = (reply: FastifyReply): Socket => {
  reply.hijack();
  const { socket } = reply.request.raw;
  const head = {
    ...reply.getHeaders(),
    date: new Date().toUTCString(),
    // Proxies that gather an answer before they pass it on, or change it on the way, are asked not to.
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
