import type { Writable } from "node:stream";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import { SseConnection } from "./connection.ts";
import { openingRetry } from "./connection-monitor.ts";
import { channelOf, TASKS, taskOf } from "./event.rules.ts";
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
export const watchEvents = async (live: LiveEvents, watch: Watch): Promise<void> => {
  const { hub, keeper, readBlinded } = live;
  const { actor, tokenHash } = watch;
  const asked = [...new Set(watch.topics)];
  if (!mayWatch(actor, asked)) throw new DomainError("not_found", "there is no such topic");
  const owner = { userId: actor.userId, sessionId: actor.sessionId, tokenKey: tokenHash.toString("hex") };
  hub.requireRoom(owner);
  const seen = await withoutHidden(live, actor, asked);
  const topics = withoutBlinded(seen, (await readBlinded([actor.userId])).get(actor.userId));
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

/** External users watch only tasks that they may know of; the topic of all tasks tells the progress and cost of every one. */
const withoutHidden = async (
  { readVisible }: LiveEvents,
  actor: Actor,
  topics: readonly string[],
): Promise<readonly string[]> => {
  if (!actor.isExternal) return topics;
  const asked = topics.map(taskOf).filter((id) => id !== undefined);
  const visible = await readVisible(actor, asked);
  return topics.filter((topic) => topic !== TASKS && (taskOf(topic) === undefined || visible.has(taskOf(topic) ?? "")));
};

const startFrame = (id: string | undefined): Buffer =>
  Buffer.from(`${openingRetry}event: start\nid: ${id}\ndata: {}\n\n`);
