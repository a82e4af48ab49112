import type { Writable } from "node:stream";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import { SseConnection } from "./connection.ts";
import { openingRetry } from "./connection-monitor.ts";
import { channelOf } from "./event.rules.ts";
import { resetFrame } from "./event-hub.ts";
import type { LiveEvents } from "./events-deps.ts";
import { mayWatch } from "./may-watch.ts";

interface Watch {
  readonly actor: Actor;
  readonly tokenHash: Buffer;
  readonly topics: readonly string[];
  readonly lastEventId: string | undefined;
  /** Writes the head of the answer; nothing can be refused after it. */
  readonly open: () => Writable;
}

/** Opens a line: first what was missed since `lastEventId`, then everything as it happens, until one side closes it. */
export const watchEvents = async ({ hub, keeper }: LiveEvents, watch: Watch): Promise<void> => {
  const { actor, tokenHash } = watch;
  const topics = [...new Set(watch.topics)];
  if (!mayWatch(actor, topics)) throw new DomainError("not_found", "there is no such topic");
  const owner = { userId: actor.userId, sessionId: actor.sessionId, tokenKey: tokenHash.toString("hex") };
  hub.requireRoom(owner);
  await hub.start();
  const { lastEventId } = watch;
  const channels = new Set(topics.map((topic) => channelOf(topic, actor.userId)));
  const missed = lastEventId === undefined ? undefined : await hub.listMissed(channels, lastEventId);
  hub.requireRoom(owner);

  // From here to the end nothing is waited for: what came in between would reach nobody.
  const line = new SseConnection(watch.open(), hub.sharedOwner(owner), topics);
  if (!line.isOpen) return;
  const recent = missed && hub.listRecent(channels, missed.upTo);
  const frames = missed && recent ? [...missed.frames, ...recent].map((frame) => frame.bytes) : undefined;
  const opening = frames ?? (lastEventId === undefined ? [] : [resetFrame(hub.head)]);
  // It says where it starts, so that it can be resumed before anything has happened.
  const start = startFrame(frames?.length ? lastEventId : hub.head);
  line.write(Buffer.concat([start, ...opening]), performance.now());
  hub.add(line);
  keeper.start();
};

const startFrame = (id: string | undefined): Buffer =>
  Buffer.from(`${openingRetry}event: start\nid: ${id}\ndata: {}\n\n`);
