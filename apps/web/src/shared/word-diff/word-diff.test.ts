import fc from "fast-check";
import { expect, it } from "vitest";
import { diffWords } from "./word-diff.ts";

it("the word diff tells what another wording takes away and adds", () => {
  expect(diffWords("a red fox runs", "a quick red fox")).toEqual([
    { words: "a", kind: "same" },
    { words: " quick", kind: "added" },
    { words: " red fox", kind: "same" },
    { words: " runs", kind: "removed" },
  ]);
  expect(diffWords("", "one")).toEqual([{ words: "one", kind: "added" }]);
  expect(diffWords("same", "same")).toEqual([{ words: "same", kind: "same" }]);
});

it("the word diff gives either text back from its parts", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "dd"), { maxLength: 12 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = diffWords(before, after) ?? [];
      const without = (kind: "added" | "removed"): string[] =>
        diff.filter((part) => part.kind !== kind).flatMap(({ words }) => words.trim().split(/\s+/).filter(Boolean));
      expect(without("added")).toEqual(before.split(" ").filter(Boolean));
      expect(without("removed")).toEqual(after.split(" ").filter(Boolean));
    }),
  );
});

it("the word diff leaves texts alone that are too long to compare", () => {
  expect(diffWords("word ".repeat(601), "word")).toBeUndefined();
});
