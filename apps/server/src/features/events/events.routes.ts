// Live progress: events of tasks, cells and jobs over SSE. Serves the part of the specification on following a generation.
import type { eventsRoutes } from "@dailies/contract";
import type { FastifyReply } from "fastify";
import { openEventStream, sessionTokenHash } from "../../http/routing/event-stream.ts";
import { rawHeader } from "../../http/routing/raw-header.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { LiveEvents } from "./events-deps.ts";
import { watchEvents } from "./watch-events.ts";

const EVENT_ID = /^\d{1,16}-\d{1,16}$/;

export const eventsHandlers = (live: LiveEvents): Handlers<typeof eventsRoutes> => ({
  watchEvents: ({ actor, query, reply }) =>
    watchEvents(live, {
      actor,
      tokenHash: sessionTokenHash(reply),
      topics: query.topic,
      // On reconnect the browser repeats the original URL, so the Last-Event-ID header is newer than the query.
      lastEventId: headerId(reply) ?? query.last_event_id,
      open: () => openEventStream(reply),
    }),
});

const headerId = ({ request }: FastifyReply): string | undefined => {
  const id = rawHeader(request.raw, "last-event-id");
  return id !== undefined && EVENT_ID.test(id) ? id : undefined;
};
