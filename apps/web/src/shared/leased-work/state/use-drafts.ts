import { useEffect, useMemo, useRef, useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { type DraftedItem, type DraftStore, type KeptDraft, latestDraft } from "./kept-drafts.ts";
import type { LeasedItem } from "./lease-queue.ts";

const SEND_AFTER_MS = 2_000;
/** Older than any draft on the server. */
const NEVER = new Date(0).toISOString();

/** Where the draft is stored: nowhere yet, in this browser, or also on the server. */
export type DraftStorage = "none" | "here" | "server";

interface Unsent<Draft> {
  readonly leaseId: string;
  readonly draft: Draft;
  readonly savedAt: string;
}

type SaveDraft<Draft> = (leaseId: string, draft: Draft, savedAt: string) => Promise<unknown>;

/** Sends a draft to the server, debounced, and never one that was submitted meanwhile. */
class DraftSender<Draft> {
  readonly #save: SaveDraft<Draft> | undefined;
  readonly #onStored: (storedIn: DraftStorage) => void;
  #unsent: Unsent<Draft> | undefined;
  #settledLeaseId: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(save: SaveDraft<Draft> | undefined, onStored: (storedIn: DraftStorage) => void) {
    this.#save = save;
    this.#onStored = onStored;
  }

  put(unsent: Unsent<Draft>): void {
    if (this.#unsent && this.#unsent.leaseId !== unsent.leaseId) this.send();
    this.#unsent = unsent;
    this.#onStored("here");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.send, SEND_AFTER_MS);
  }

  forget(leaseId: string): void {
    if (this.#unsent?.leaseId === leaseId) this.#unsent = undefined;
    this.#settledLeaseId = leaseId;
    this.#onStored("none");
  }

  readonly send = (): void => {
    clearTimeout(this.#timer);
    const unsent = this.#unsent;
    this.#unsent = undefined;
    if (!unsent || !this.#save) return;
    this.#save(unsent.leaseId, unsent.draft, unsent.savedAt).then(
      () => this.#onStored("server"),
      // The draft stays in this browser; the next change retries, and so does the return of the connection.
      (error: unknown) => {
        const isConnectionLost = error instanceof ApiError && error.status === 0;
        if (isConnectionLost && unsent.leaseId !== this.#settledLeaseId) this.#unsent ??= unsent;
        this.#onStored("here");
      },
    );
  };
}

export interface Drafts<Draft> {
  readonly draft: Draft;
  readonly storedIn: DraftStorage;
  /** When the draft of the current item was last changed here. */
  readonly savedAt: string | undefined;
  readonly change: (update: (draft: Draft) => Draft) => void;
  /** The item was answered: cancel its pending draft. */
  readonly settle: () => void;
  /** Sends the pending draft now. */
  readonly send: () => void;
  /** Stores what belongs to the draft but is not in it, such as the watched parts of the clips. */
  readonly keepAside: () => void;
}

export interface DraftOptions<Item, Draft, Kept extends KeptDraft<Draft>> {
  readonly store: DraftStore<Kept>;
  /** The draft of an item that nobody has started; also called without an item. */
  readonly firstDraft: (item: Item | undefined) => Draft;
  /** What is kept in this browser. */
  readonly toKept: (leaseId: string, kept: KeptDraft<Draft>) => Kept;
  /** Absent for drafts that only this browser keeps. */
  readonly saveDraft?: SaveDraft<Draft>;
}

/** The draft of the current item: stored in this browser immediately, and on the server debounced. */
export const useDrafts = <Item extends LeasedItem & DraftedItem<Draft>, Draft, Kept extends KeptDraft<Draft>>(
  item: Item | undefined,
  { store, firstDraft, toKept, saveDraft }: DraftOptions<Item, Draft, Kept>,
): Drafts<Draft> => {
  const leaseId = item?.lease_id ?? "";
  const [changed, setChanged] = useState<Readonly<Record<string, KeptDraft<Draft>>>>({});
  const [storedIn, setStoredIn] = useState<DraftStorage>("none");
  const [sender] = useState(() => new DraftSender<Draft>(saveDraft, setStoredIn));
  const start = (): Draft => (item ? latestDraft(item, store.read(leaseId)) : null) ?? firstDraft(item);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stored draft is read once per item.
  const first = useMemo(start, [leaseId]);
  const draft = changed[leaseId]?.draft ?? first;
  const latest = useRef(draft);
  latest.current = draft;

  useEffect(() => {
    store.forgetOld(Date.now());
    window.addEventListener("online", sender.send);
    return () => {
      window.removeEventListener("online", sender.send);
      sender.send();
    };
  }, [sender, store]);

  const change: Drafts<Draft>["change"] = (update) => {
    const next = update(latest.current);
    if (next === latest.current || leaseId === "") return;
    latest.current = next;
    const savedAt = new Date().toISOString();
    const kept = { saved_at: savedAt, draft: next };
    setChanged({ [leaseId]: kept });
    store.keep(leaseId, toKept(leaseId, kept));
    sender.put({ leaseId, draft: next, savedAt });
  };
  const keepAside = (): void => {
    const saved_at = store.read(leaseId)?.saved_at ?? item?.draft_saved_at ?? NEVER;
    if (leaseId !== "") store.keep(leaseId, toKept(leaseId, { saved_at, draft: latest.current }));
  };
  return {
    draft,
    storedIn,
    savedAt: changed[leaseId]?.saved_at,
    change,
    settle: () => sender.forget(leaseId),
    send: sender.send,
    keepAside,
  };
};
