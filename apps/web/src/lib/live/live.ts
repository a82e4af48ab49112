import { type LiveEvent, liveEvent } from "@dailies/contract";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { type LiveState, LiveTabs } from "./live-tabs.ts";

export type { LiveState } from "./live-tabs.ts";

interface Watcher {
  readonly topics: readonly string[];
  readonly onEvent: (event: LiveEvent) => void;
}

/** A hidden tab renders nothing, so its events are batched, but only up to this delay. */
const HIDDEN_FLUSH_MS = 1_000;
const MAX_WAITING = 2_000;

export interface Live {
  watch(topics: readonly string[], onEvent: (event: LiveEvent) => void): () => void;
  subscribe(listener: () => void): () => void;
  state(): LiveState;
}

/** Distributes server events to the subscribed components. Connects on the first subscription. */
export const createLive = (): Live => {
  const watchers = new Set<Watcher>();
  const listeners = new Set<() => void>();
  let state: LiveState = "reconnecting";
  let waiting: LiveEvent[] = [];
  let isScheduled = false;
  let tabs: LiveTabs | undefined;

  const flush = (): void => {
    const events = waiting;
    waiting = [];
    isScheduled = false;
    for (const event of events) {
      for (const watcher of [...watchers]) if (concerns(watcher, event)) watcher.onEvent(event);
    }
  };

  const take = (data: string): void => {
    const event = parseEvent(data);
    if (!event) return;
    waiting = waiting.length < MAX_WAITING ? [...waiting, event] : [{ kind: "reset" }];
    if (isScheduled) return;
    isScheduled = true;
    if (document.hidden) setTimeout(flush, HIDDEN_FLUSH_MS);
    else requestAnimationFrame(flush);
  };

  const setState = (next: LiveState): void => {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const tellWants = (): void => {
    tabs ??= new LiveTabs({ onData: take, onState: setState });
    tabs.want([...new Set([...watchers].flatMap((watcher) => watcher.topics))]);
  };

  return {
    watch: (topics, onEvent) => {
      const watcher = { topics, onEvent };
      watchers.add(watcher);
      tellWants();
      return () => {
        watchers.delete(watcher);
        tellWants();
      };
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
  };
};

const concerns = ({ topics }: Watcher, event: LiveEvent): boolean =>
  event.kind === "reset" || topics.includes(event.topic);

/** Returns undefined for an unknown kind: a newer server may send more. */
const parseEvent = (data: string): LiveEvent | undefined => {
  const parsed = liveEvent.safeParse(JSON.parse(data));
  return parsed.success ? parsed.data : undefined;
};

const live = createLive();

/**
 * Subscribes to topics; events are batched to one callback per frame. An event carries current state and may be delivered
 * twice. `reset` means events were missed: refetch. Data patched by events should be fetched on mount (`staleTime: 0`),
 * because a cached copy has missed earlier events.
 */
export const useLive = (topics: readonly string[], onEvent: (event: LiveEvent) => void): void => {
  const hear = useEffectEvent(onEvent);
  const key = topics.join(" ");
  useEffect(() => (key === "" ? undefined : live.watch(key.split(" "), (event) => hear(event))), [key]);
};

/** Whether the SSE connection is live. */
export const useLiveState = (): LiveState => useSyncExternalStore(live.subscribe, live.state);
