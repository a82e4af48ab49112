import type { z } from "zod";
import { namesUnder, readKept, writeKept } from "./browser-memory.ts";

const KEEP_MS = 7 * 24 * 3_600_000;

export interface KeptDraft<Draft> {
  readonly saved_at: string;
  readonly draft: Draft;
}

export interface DraftStore<Kept extends KeptDraft<unknown>> {
  readonly read: (leaseId: string) => Kept | undefined;
  readonly keep: (leaseId: string, kept: Kept) => void;
  /** Drops what is a week old, or unreadable. */
  readonly forgetOld: (nowMs: number) => void;
}

/** Drafts in this browser, by lease. */
export const draftStore = <Kept extends KeptDraft<unknown>>(
  prefix: string,
  schema: z.ZodType<Kept>,
): DraftStore<Kept> => {
  const parse = (name: string): Kept | undefined => schema.safeParse(readKept(name)).data;
  return {
    read: (leaseId) => parse(prefix + leaseId),
    keep: (leaseId, kept) => writeKept(prefix + leaseId, kept),
    forgetOld: (nowMs) => {
      for (const name of namesUnder(prefix)) {
        const kept = parse(name);
        if (!kept || Date.parse(kept.saved_at) < nowMs - KEEP_MS) writeKept(name, undefined);
      }
    },
  };
};

/** An item with the draft that the server has of it. */
export interface DraftedItem<Draft> {
  readonly draft: Draft | null;
  readonly draft_saved_at: string | null;
}

/** The newer of two copies: this browser stores every change, the server may have one from another browser. */
export const latestDraft = <Draft>(
  { draft, draft_saved_at }: DraftedItem<Draft>,
  kept: KeptDraft<Draft> | undefined,
): Draft | null => {
  if (!kept) return draft;
  const isServerLater = draft_saved_at !== null && Date.parse(draft_saved_at) > Date.parse(kept.saved_at);
  return draft && isServerLater ? draft : kept.draft;
};
