import { ConnectionMonitor } from "./connection-monitor.ts";
import { EventHub } from "./event-hub.ts";
import { streamKey } from "./event-stream.ts";
import type { EventsOptions, LiveEvents } from "./events-deps.ts";

const BEAT_MS = 15_000;

/** Lazy: connects to Redis when the first page watches. */
export const openLiveEvents = ({
  redisUrl,
  databaseUrl,
  log,
  readActors,
  readBlinded,
  readVisible,
  isDraining,
  beatMs = BEAT_MS,
}: EventsOptions): LiveEvents => {
  const hub = new EventHub({ redisUrl, key: streamKey(databaseUrl), log });
  const keeper = new ConnectionMonitor({ hub, readActors, readBlinded, isDraining, log, beatMs });
  return {
    hub,
    keeper,
    readBlinded,
    readVisible,
    close: () => {
      keeper.stop();
      hub.close();
    },
  };
};
