import type { ShardClip, ShardPart, ShardReason } from "./shard-clip.ts";
import { isWorkerMessage, type LocateAnswer, MEDIA_PREFIX } from "./shard-messages.ts";
import { countReads } from "./shard-meter.ts";

interface RegisteredClip {
  readonly id: string;
  readonly clip: ShardClip;
  readonly holders: Set<(reason: ShardReason) => void>;
  readonly leaving: AbortController;
  part: ShardPart | undefined;
}

export interface ClipHold {
  /** The virtual URL. */
  readonly src: string;
  readonly locate: () => Promise<ShardPart | undefined>;
  readonly release: () => void;
}

const byKey = new Map<string, RegisteredClip>();
const byId = new Map<string, RegisteredClip>();
let isListening = false;

const MARGIN_MS = 10_000;

const locate = async (entry: RegisteredClip, isRenewal: boolean): Promise<ShardPart | undefined> => {
  const { part } = entry;
  if (part && !isRenewal && part.expiresAtMs - MARGIN_MS > Date.now()) return part;
  entry.part = await entry.clip.locate(entry.leaving.signal);
  return entry.part;
};

const tellHolders = (entry: RegisteredClip, reason: ShardReason): void => {
  for (const tell of [...entry.holders]) tell(reason);
};

const answer = async (entry: RegisteredClip | undefined, isRenewal: boolean): Promise<LocateAnswer> => {
  if (!entry) return { part: undefined };
  try {
    const part = await locate(entry, isRenewal);
    if (!part) tellHolders(entry, "no_ranges");
    return { part };
  } catch {
    // The holder falls back to the API and shows its response.
    tellHolders(entry, "refused");
    return { part: undefined };
  }
};

const listen = (): void => {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (isListening || !container) return;
  isListening = true;
  container.addEventListener("message", ({ data, ports }) => {
    if (!isWorkerMessage(data)) return;
    const entry = byId.get(data.id);
    if (data.kind === "shard-locate") void answer(entry, data.isRenewal).then((reply) => ports[0]?.postMessage(reply));
    else if (data.kind === "shard-fault") {
      if (entry) tellHolders(entry, data.reason);
    } else if (entry) countReads(entry.clip.key, data);
  });
  container.startMessages();
};

/** Registers a virtual URL for a clip while it is held; the worker serves no other URLs. */
export const holdClip = (clip: ShardClip, onFault: (reason: ShardReason) => void): ClipHold => {
  listen();
  const entry = byKey.get(clip.key) ?? {
    id: crypto.randomUUID(),
    clip,
    holders: new Set(),
    leaving: new AbortController(),
    part: clip.known,
  };
  byKey.set(clip.key, entry);
  byId.set(entry.id, entry);
  entry.holders.add(onFault);
  return {
    src: `${MEDIA_PREFIX}${entry.id}`,
    locate: () => locate(entry, false),
    release: () => {
      entry.holders.delete(onFault);
      if (entry.holders.size > 0) return;
      entry.leaving.abort();
      byKey.delete(clip.key);
      byId.delete(entry.id);
    },
  };
};
