import { expect, it } from "vitest";
import { uiEn } from "./en.ts";
import { uiZh } from "./zh.ts";

const leaves = (words: object, path = ""): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}${key}`, value] as [string, string]] : leaves(value, `${path}${key}.`),
  );

const slots = (sentence: string): string[] =>
  [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? "").sort();

it("both languages fill the same placeholders", () => {
  const chinese = new Map(leaves(uiZh));
  const different = leaves(uiEn).filter(([key, words]) => `${slots(words)}` !== `${slots(chinese.get(key) ?? "")}`);
  expect(different).toEqual([]);
});

it("no text of either language is empty", () => {
  const empty = [...leaves(uiEn), ...leaves(uiZh)].filter(([, words]) => words.trim() === "");
  expect(empty).toEqual([]);
});
