import type { EvaluationItem, JudgementDraft } from "@dailies/contract";
import { useEffect, useMemo, useRef, useState } from "react";
import { evaluationsCalls } from "../../../../lib/api/clients/evaluations.ts";
import type { WatchTracker } from "../clips/use-watch-tracker.ts";
import { EMPTY_DRAFT } from "./judgement.rules.ts";
import { forgetOldDrafts, keepDraft, latestDraft, readDraft } from "./kept-drafts.ts";

const SEND_AFTER_MS = 2_000;
/** Older than any draft on the server. */
const NEVER = new Date(0).toISOString();

/** Where the draft is stored: nowhere yet, in this browser, or also on the server. */
export type DraftStorage = "none" | "here" | "server";

interface Unsent {
  readonly leaseId: string;
  readonly draft: JudgementDraft;
  readonly savedAt: string;
}

/** Sends a draft to the server, debounced, and never one that was submitted meanwhile. */
class DraftSender {
  readonly #onStored: (storedIn: DraftStorage) => void;
  #unsent: Unsent | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onStored: (storedIn: DraftStorage) => void) {
    this.#onStored = onStored;
  }

  put(unsent: Unsent): void {
    if (this.#unsent && this.#unsent.leaseId !== unsent.leaseId) this.send();
    this.#unsent = unsent;
    this.#onStored("here");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.send, SEND_AFTER_MS);
  }

  forget(leaseId: string): void {
    if (this.#unsent?.leaseId === leaseId) this.#unsent = undefined;
    this.#onStored("none");
  }

  readonly send = (): void => {
    clearTimeout(this.#timer);
    const unsent = this.#unsent;
    this.#unsent = undefined;
    if (!unsent) return;
    const { leaseId, draft, savedAt } = unsent;
    evaluationsCalls.saveDraft({ body: { lease_id: leaseId, draft, saved_at: savedAt } }).then(
      () => this.#onStored("server"),
      // The draft stays in this browser, and the next change retries.
      () => this.#onStored("here"),
    );
  };
}

export interface Drafts {
  readonly draft: JudgementDraft;
  readonly storedIn: DraftStorage;
  readonly change: (update: (draft: JudgementDraft) => JudgementDraft) => void;
  /** The item was judged: cancel its pending draft. */
  readonly settle: () => void;
  /** Sends the pending draft now. */
  readonly send: () => void;
  /** Stores the watched parts with the answers. */
  readonly keepSeen: () => void;
}

/** The draft of the current item: stored in this browser immediately, and on the server debounced. */
export const useDrafts = (item: EvaluationItem | undefined, seen: WatchTracker): Drafts => {
  const leaseId = item?.lease_id ?? "";
  const [changed, setChanged] = useState<Readonly<Record<string, JudgementDraft>>>({});
  const [storedIn, setStoredIn] = useState<DraftStorage>("none");
  const [sender] = useState(() => new DraftSender(setStoredIn));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stored draft is read once per item.
  const first = useMemo(() => (item ? latestDraft(item, readDraft(leaseId)) : null) ?? EMPTY_DRAFT, [leaseId]);
  const draft = changed[leaseId] ?? first;
  const latest = useRef(draft);
  latest.current = draft;

  useEffect(() => {
    forgetOldDrafts(Date.now());
    return sender.send;
  }, [sender]);

  const change: Drafts["change"] = (update) => {
    const next = update(latest.current);
    if (next === latest.current || leaseId === "") return;
    latest.current = next;
    setChanged({ [leaseId]: next });
    const savedAt = new Date().toISOString();
    keepDraft(leaseId, { saved_at: savedAt, draft: next, seen: seen.secondsOf(leaseId) });
    sender.put({ leaseId, draft: next, savedAt });
  };
  const keepSeen = (): void => {
    const saved_at = readDraft(leaseId)?.saved_at ?? item?.draft_saved_at ?? NEVER;
    if (leaseId !== "") keepDraft(leaseId, { saved_at, draft: latest.current, seen: seen.secondsOf(leaseId) });
  };
  return { draft, storedIn, change, settle: () => sender.forget(leaseId), send: sender.send, keepSeen };
};
