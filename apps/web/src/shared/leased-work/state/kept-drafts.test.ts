import { expect, it } from "vitest";
import { anItem, leaseId, noteDrafts } from "../testing/a-lease.ts";
import { latestDraft } from "./kept-drafts.ts";

const kept = (saved_at: string) => ({
  saved_at,
  draft: { note: "kept" },
  seenS: 1.5,
});

it("the draft store gives back what was kept, with what was kept beside it", () => {
  noteDrafts.keep(leaseId(1), kept("2026-03-02T09:00:00.000Z"));
  expect(noteDrafts.read(leaseId(1))).toEqual(kept("2026-03-02T09:00:00.000Z"));
  expect(noteDrafts.read(leaseId(2))).toBeUndefined();
});

it("the draft store takes the later of two copies", () => {
  const draft = { note: "from the server" };
  const item = anItem(1, { draft, draft_saved_at: "2026-03-02T09:10:00Z" });
  expect(latestDraft(item, kept("2026-03-02T09:00:00Z"))).toEqual(draft);
  expect(latestDraft(item, kept("2026-03-02T09:20:00Z"))).toMatchObject({ note: "kept" });
  expect(latestDraft(item, undefined)).toEqual(draft);
});

it("the draft store ignores what does not fit the schema, and drops what is a week old", () => {
  localStorage.setItem(`note.draft.${leaseId(3)}`, "{}");
  expect(noteDrafts.read(leaseId(3))).toBeUndefined();
  noteDrafts.keep(leaseId(4), kept("2026-03-01T09:00:00Z"));
  noteDrafts.keep(leaseId(5), kept("2026-03-08T09:00:00Z"));
  noteDrafts.forgetOld(Date.parse("2026-03-09T09:00:00Z"));
  expect([3, 4, 5].map((place) => noteDrafts.read(leaseId(place)) !== undefined)).toEqual([false, false, true]);
});
