import { cleanup, configure } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeEach, vi } from "vitest";
import { startI18n } from "../app/i18n/start-i18n.ts";
import { chooseLanguage } from "../lib/language.ts";

// The first screen of a file loads the whole kit of parts, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
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
