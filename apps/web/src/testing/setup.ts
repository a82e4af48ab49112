import { cleanup, configure } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeEach, vi } from "vitest";

// A worker keeps the packages that it has loaded from file to file. Our own modules have state: each file gets its own.
vi.resetModules();
const { startI18n } = await import("../app/i18n/start-i18n.ts");
const { chooseLanguage } = await import("../lib/language.ts");

// The first screen of a file loads the whole kit of parts, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 60_000 });
// What is hidden is hidden by attributes and inline styles here. Matching every rule of the kit against every element,
// for each question whether something can be seen, took half of the time of these tests.
Object.defineProperty(HTMLStyleElement.prototype, "sheet", { get: () => null });
await startI18n();
i18next.options.parseMissingKeyHandler = (key) => {
  throw new Error(`no words for '${key}': does the screen's line in screens.tsx name its group?`);
};

beforeEach(async () => {
  await chooseLanguage("en");
  localStorage.clear();
  window.location.hash = "";
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
