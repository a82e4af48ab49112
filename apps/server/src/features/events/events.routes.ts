// Live progress: what happens to tasks, cells and calls, told to open pages as it happens.
// Answers the part of the specification on following a generation.
import type { eventsRoutes } from "@dailies/contract";
import type { FastifyReply } from "fastify";
import { SESSION_COOKIE } from "../../http/cookies.ts";
import { rawHeader } from "../../http/raw-header.ts";
import type { Handlers } from "../../http/register-routes.ts";
import { hashToken } from "../../platform/token-hash.ts";
import type { LiveEvents } from "./events-deps.ts";
import { watchEvents } from "./watch-events.ts";

const EVENT_ID = /^\d{1,16}-\d{1,16}$/;

export const eventsHandlers = (live: LiveEvents): Handlers<typeof eventsRoutes> => ({
  watchEvents: ({ actor, context, query, reply }) =>
    watchEvents(live, {
      actor,
      tokenHash: hashToken(context.readCookie(SESSION_COOKIE) ?? ""),
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

const openStream = (reply: FastifyReply) => {
  reply.hijack();
  const { raw } = reply;
  // Proxies that gather an answer before they pass it on, or change it on the way, are asked not to.
  const extra = { "cache-control": "no-store, no-transform", "x-accel-buffering": "no", connection: "close" };
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...extra });
  raw.socket?.setNoDelay(true);
  raw.socket?.setKeepAlive(true, 30_000);
  return raw;
};
