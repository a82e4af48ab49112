import { z } from "zod";
import { answerStore } from "../state/kept-answers.ts";
import { draftStore } from "../state/kept-drafts.ts";

export const TASK_ID = "0198c0de-0000-7000-a000-000000000001";
export const leaseId = (place: number): string => `0198c0de-0000-7000-a100-${String(place).padStart(12, "0")}`;
export const clientId = (place: number): string => `0198c0de-0000-4000-8000-${String(place).padStart(12, "0")}`;

export const LIMITS = { leaseMs: 600_000, maxLeases: 4 };

const draft = z.object({ note: z.string() });
export type NoteDraft = z.output<typeof draft>;

export interface NoteItem {
  readonly lease_id: string;
  readonly lease_until: string;
  readonly draft: NoteDraft | null;
  readonly draft_saved_at: string | null;
}

/** The smallest work there is: a note on each item. */
export const anItem = (place: number, overrides: Partial<NoteItem> = {}): NoteItem => ({
  lease_id: leaseId(place),
  lease_until: new Date(Date.now() + LIMITS.leaseMs).toISOString(),
  draft: null,
  draft_saved_at: null,
  ...overrides,
});

const noteBody = z.object({ lease_id: z.string(), client_id: z.string(), note: z.string() });
export type NoteBody = z.output<typeof noteBody>;

export const noteAnswers = answerStore("note.outbox.", noteBody);
export const noteDrafts = draftStore("note.draft.", z.object({ saved_at: z.iso.datetime(), draft, seenS: z.number() }));
