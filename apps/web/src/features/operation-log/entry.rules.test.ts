import { describe, expect, it } from "vitest";
import { changesOf, changeWords, factsOf, momentOfEntry } from "./entry.rules.ts";
import { anEntry } from "./testing/an-entry.ts";

const metaOf = (meta: Record<string, unknown>) => anEntry(1, { meta }).meta;

describe("an entry of the history", () => {
  it("has its time in UTC", () => {
    expect(momentOfEntry({ create_time: "2026-11-15 09:30:01" })).toBe("2026-11-15T09:30:01Z");
  });

  it("tells its change in a few words", () => {
    const meta = metaOf({ before: { available: 1200 }, after: { available: 1700 } });
    expect(changeWords(meta, "en")).toBe("available 1,200 → 1,700");
  });

  it("leaves out what stayed the same, and names what is nested by its path", () => {
    const meta = metaOf({
      before: { plan: { status: "active", code: "pro" }, note: null },
      after: { plan: { status: "cancelled", code: "pro" }, note: "late" },
    });
    expect(changesOf(meta)).toEqual([
      { field: "plan.status", before: "active", after: "cancelled" },
      { field: "note", before: undefined, after: "late" },
    ]);
    expect(changeWords(meta, "en")).toBe("plan.status active → cancelled · note – → late");
  });

  it("understands how other screens tell a change", () => {
    const meta = metaOf({ name: { from: "Old", to: "New" }, granted: ["MAGI_ADMIN"], revoked: ["PERM_MANAGE_R"] });
    expect(changeWords(meta, "en")).toBe("name Old → New · + MAGI_ADMIN · − PERM_MANAGE_R");
    expect(factsOf(meta)).toEqual([
      ["granted", "MAGI_ADMIN"],
      ["revoked", "PERM_MANAGE_R"],
    ]);
  });

  it("takes single values and lists for sides too", () => {
    expect(changeWords(metaOf({ before: "none", after: "approved" }), "en")).toBe("none → approved");
    expect(changeWords(metaOf({ before: { codes: ["a"] }, after: { codes: ["a", "b"] } }), "en")).toBe(
      "codes a → a, b",
    );
  });

  it("says nothing where nothing changed, and shows what is there all the same", () => {
    const meta = metaOf({ before: { available: 5 }, after: { available: 5 }, amount: 250_000 });
    expect(changeWords(meta, "en")).toBe("");
    expect(changesOf(meta)).toEqual([{ field: "available", before: "5", after: "5" }]);
    expect(factsOf(meta)).toEqual([["amount", "250000"]]);
  });
});
