import { expect, it } from "vitest";
import { en } from "./en.ts";
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

const english = new Map(leaves(en));
const chinese = new Map(leaves(zh));

it("says the same things in both languages", () => {
  expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
});

it("leaves no sentence empty", () => {
  expect([...english, ...chinese].filter(([, sentence]) => sentence.trim() === "")).toEqual([]);
});

it("fills the same blanks in both languages", () => {
  const different = [...english].filter(([key, sentence]) => slots(sentence) !== slots(chinese.get(key) ?? ""));
  expect(different).toEqual([]);
});

it("keeps the agreed sentences to the letter", () => {
  expect(en.frame.guard.noAccess).toBe("current user has no permission to access");
  expect(en.frame.session.failedTitle).toBe("something error");
  expect(en.frame.errorScreen.title).toBe("Unexpected Application Error!");
  expect(en.frame.failure.unknown).toBe("unknown error, try again later");
  expect(en.frame.menu.goToVersionOne).toBe("Go to v1.0");
  expect(en.frame.menu.adminBackend).toBe("admin backend");
  expect(en.frame.menu.setPassword).toBe("set password");
  expect(en.frame.menu.logout).toBe("logout");
  expect(en.frame.menu.backToOldVersion).toBe("back to old version");
  expect(en.auth.password.enter).toBe("please enter a password");
  expect(en.auth.password.differ).toBe("the two passwords do not match");
});
