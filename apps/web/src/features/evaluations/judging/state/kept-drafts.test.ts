import { expect, it } from "vitest";
import { anItem, leaseId } from "../../testing/an-item.ts";
import { EMPTY_DRAFT } from "./judgement.rules.ts";
import { forgetOldDrafts, keepDraft, latestDraft, readDraft } from "./kept-drafts.ts";

const kept = (saved_at: string) => ({
  saved_at,
  draft: { ...EMPTY_DRAFT, choice: "B" as const },
  seen: { A: 1.5, B: 2 },
});

it("the draft store gives back what was kept, with what was seen", () => {
  keepDraft(leaseId(1), kept("2026-03-02T09:00:00.000Z"));
  expect(readDraft(leaseId(1))).toEqual(kept("2026-03-02T09:00:00.000Z"));
  expect(readDraft(leaseId(2))).toBeUndefined();
});

it("the draft store takes the later of two copies", () => {
  const draft = { ...EMPTY_DRAFT, choice: "A" as const };
  const item = anItem(1, { draft, draft_saved_at: "2026-03-02T09:10:00Z" });
  expect(latestDraft(item, kept("2026-03-02T09:00:00Z"))).toEqual(draft);
  expect(latestDraft(item, kept("2026-03-02T09:20:00Z"))).toMatchObject({ choice: "B" });
  expect(latestDraft(item, undefined)).toEqual(draft);
});

it("the draft store ignores what does not fit the schema, and drops what is a week old", () => {
  localStorage.setItem(`evaluating.draft.${leaseId(3)}`, "{}");
  expect(readDraft(leaseId(3))).toBeUndefined();
  keepDraft(leaseId(4), kept("2026-03-01T09:00:00Z"));
  keepDraft(leaseId(5), kept("2026-03-08T09:00:00Z"));
  forgetOldDrafts(Date.parse("2026-03-09T09:00:00Z"));
  expect([3, 4, 5].map((place) => readDraft(leaseId(place)) !== undefined)).toEqual([false, false, true]);
});
