import { isClaimInput, MEDIA_PREFIX, type ReadReport } from "../shard-messages.ts";
import { createAddressCache } from "./address-cache.ts";
import { answerMedia } from "./answer-media.ts";
import { createReadCounter } from "./read-counter.ts";
import type { InstallEvent, MediaRequestEvent, PageClient, WorkerScope } from "./worker-scope.ts";

const scope = globalThis as unknown as WorkerScope;
const findPart = createAddressCache(Date.now);

/** Static routing, if supported, sends only clips to this worker; otherwise the fetch listener ignores the rest. */
const leaveTheRest = async (event: InstallEvent): Promise<void> => {
  try {
    await event.addRoutes?.([{ condition: { not: { urlPattern: `${MEDIA_PREFIX}*` } }, source: "network" }]);
  } catch {
    // An older routing syntax: every request then passes the listener, which is slower but equally correct.
  }
};

scope.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([leaveTheRest(event), scope.skipWaiting()]));
});
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("message", (event) => {
  if (isClaimInput(event.data)) event.waitUntil(scope.clients.claim());
});

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A clip may be played, rendered or fetched by our pages; it is never a document, a frame or a script. */
const USES = new Set(["", "video", "audio", "image"]);

/** Some browsers do not report the client of a media request; an id is known only to its own page. */
const clientsOf = async ({ clientId }: MediaRequestEvent): Promise<readonly PageClient[]> => {
  if (clientId === "") return scope.clients.matchAll({ type: "window" });
  const client = await scope.clients.get(clientId);
  return client ? [client] : [];
};

const answer = async (event: MediaRequestEvent, id: string, onEnd: () => void): Promise<Response> => {
  const { request } = event;
  const clients = await clientsOf(event);
  const tell = (report: ReadReport): void => {
    for (const client of clients) client.postMessage(report);
  };
  const counter = createReadCounter(id, tell);
  return answerMedia(
    {
      locate: (isRenewal) => findPart(clients, id, isRenewal),
      countRead: counter.count,
      endRead: () => {
        counter.end();
        onEnd();
      },
      reportFault: (reason) => tell({ kind: "shard-fault", id, reason }),
    },
    { method: request.method, range: request.headers.get("range"), signal: request.signal },
  );
};

scope.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin !== scope.location.origin || !pathname.startsWith(MEDIA_PREFIX)) return;
  const id = pathname.slice(MEDIA_PREFIX.length);
  if (!UUID.test(id) || event.request.mode === "navigate" || !USES.has(event.request.destination)) {
    event.respondWith(Promise.resolve(new Response(null, { status: 404 })));
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const answered = answer(event, id, resolve);
  event.respondWith(answered);
  // Bytes flow after the response has started; without waitUntil an idle worker may be stopped meanwhile.
  event.waitUntil(answered.then(({ body }) => (body ? promise : undefined)));
});
