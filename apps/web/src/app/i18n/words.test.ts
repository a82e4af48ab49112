import { expect, it } from "vitest";
import type { Language } from "../../lib/language.ts";
import { en } from "./en.ts";
import { wordGroups } from "./word-groups.ts";
import { zh } from "./zh.ts";

const leaves = (words: object, path = ""): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${path}${key}`, value] as [string, string]] : leaves(value, `${path}${key}.`),
  );

const slots = (sentence: string): string =>
  [...sentence.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name)
    .sort()
    .join();

const allWords = async (language: Language, entry: object): Promise<Map<string, string>> => {
  const groups = Object.entries(wordGroups).map(async ([group, load]) => leaves(await load[language](), `${group}.`));
  return new Map([...leaves(entry), ...(await Promise.all(groups)).flat()]);
};

const english = await allWords("en", en);
const chinese = await allWords("zh", zh);

it("both languages have the same keys", () => {
  expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
});

it("no text of either language is empty", () => {
  expect([...english, ...chinese].filter(([, sentence]) => sentence.trim() === "")).toEqual([]);
});

it("both languages fill the same placeholders", () => {
  const different = [...english].filter(([key, sentence]) => slots(sentence) !== slots(chinese.get(key) ?? ""));
  expect(different).toEqual([]);
});

it("the text groups that are fetched are separate from those of the page", () => {
  expect(Object.keys(wordGroups).filter((group) => group in en)).toEqual([]);
});

it("the agreed sentences are kept to the letter", () => {
  expect(en.frame.guard.noAccess).toBe("current user has no permission to access");
  expect(en.frame.session.failedTitle).toBe("something error");
  expect(en.frame.errorScreen.title).toBe("Unexpected Application Error!");
  expect(en.frame.failure.unknown).toBe("unknown error, try again later");
  expect(en.frame.menu.goToVersionOne).toBe("Go to v1.0");
  expect(en.frame.menu.adminBackend).toBe("admin backend");
  expect(en.frame.menu.setPassword).toBe("set password");
  expect(en.frame.menu.logout).toBe("logout");
  expect(en.frame.menu.backToOldVersion).toBe("back to old version");
  expect(english.get("auth.password.enter")).toBe("please enter a password");
  expect(english.get("auth.password.differ")).toBe("the two passwords do not match");
});
