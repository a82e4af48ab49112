import type { Writable } from "node:stream";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import { SseConnection } from "./connection.ts";
import { openingRetry } from "./connection-monitor.ts";
import { channelOf } from "./event.rules.ts";
import { resetFrame } from "./event-hub.ts";
import type { LiveEvents } from "./events-deps.ts";
import { mayWatch, withoutBlinded } from "./may-watch.ts";

interface Watch {
  readonly actor: Actor;
  readonly tokenHash: Buffer;
  readonly topics: readonly string[];
  readonly lastEventId: string | undefined;
  /** Writes the response head; no error can be returned afterwards. */
  readonly open: () => Writable;
}

/** Opens an SSE connection: first replays events missed since `lastEventId`, then streams until one side closes. */
export const watchEvents = async ({ hub, keeper, readBlinded }: LiveEvents, watch: Watch): Promise<void> => {
  const { actor, tokenHash } = watch;
  const asked = [...new Set(watch.topics)];
  if (!mayWatch(actor, asked)) throw new DomainError("not_found", "there is no such topic");
  const owner = { userId: actor.userId, sessionId: actor.sessionId, tokenKey: tokenHash.toString("hex") };
  hub.requireRoom(owner);
  const topics = withoutBlinded(asked, (await readBlinded([actor.userId])).get(actor.userId));
  await hub.start();
  const { lastEventId } = watch;
  const channels = new Set(topics.map((topic) => channelOf(topic, actor.userId)));
  const missed = lastEventId === undefined ? undefined : await hub.listMissed(channels, lastEventId);
  hub.requireRoom(owner);

  // No await from here to the end: events that arrived in between would be lost.
  const line = new SseConnection(watch.open(), hub.sharedOwner(owner), topics);
  if (!line.isOpen) return;
  const recent = missed && hub.listRecent(channels, missed.upTo);
  const frames = missed && recent ? [...missed.frames, ...recent].map((frame) => frame.bytes) : undefined;
  const opening = frames ?? (lastEventId === undefined ? [] : [resetFrame(hub.head)]);
  // Send the start position, so that the connection can be resumed before the first event.
  const start = startFrame(frames?.length ? lastEventId : hub.head);
  line.write(Buffer.concat([start, ...opening]), performance.now());
  hub.add(line);
  keeper.start();
};

const startFrame = (id: string | undefined): Buffer =>
  Buffer.from(`${openingRetry}event: start\nid: ${id}\ndata: {}\n\n`);
