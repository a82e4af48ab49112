import { type EvaluationItem, judgementDraft } from "@dailies/contract";
import { z } from "zod";
import { namesUnder, readKept, writeKept } from "./browser-memory.ts";

const PREFIX = "evaluating.draft.";
const KEEP_MS = 7 * 24 * 3_600_000;

const seconds = z.number().nonnegative();
const keptDraft = z.object({
  saved_at: z.iso.datetime(),
  draft: judgementDraft,
  /** Persisted, so that a reload does not force raters to watch the clips again. */
  seen: z.object({ A: seconds, B: seconds }),
});
export type KeptDraft = z.output<typeof keptDraft>;

export const readDraft = (leaseId: string): KeptDraft | undefined =>
  keptDraft.safeParse(readKept(PREFIX + leaseId)).data;

export const keepDraft = (leaseId: string, kept: KeptDraft): void => writeKept(PREFIX + leaseId, kept);

/** The newer of two copies: this browser stores every change, the server may have one from another browser. */
export const latestDraft = (item: EvaluationItem, kept: KeptDraft | undefined): EvaluationItem["draft"] => {
  if (!kept) return item.draft;
  const isServerLater = item.draft_saved_at !== null && Date.parse(item.draft_saved_at) > Date.parse(kept.saved_at);
  return item.draft && isServerLater ? item.draft : kept.draft;
};

export const forgetOldDrafts = (nowMs: number): void => {
  for (const name of namesUnder(PREFIX)) {
    const kept = keptDraft.safeParse(readKept(name)).data;
    if (!kept || Date.parse(kept.saved_at) < nowMs - KEEP_MS) writeKept(name, undefined);
  }
};
