import { cleanup, configure } from "@testing-library/react";
import i18next from "i18next";
import * as React from "react";
import { afterEach, beforeEach, vi } from "vitest";

// A test worker keeps loaded packages between files. Our own modules have state, so each file gets fresh ones.
vi.resetModules();
const { startI18n } = await import("../app/i18n/start-i18n.ts");
const { chooseLanguage } = await import("../lib/language.ts");

/** In development React captures a stack trace for each element it creates, which took a third of the test time. */
const stopOwnerStacks = (): void => {
  const internals: unknown = Object.entries(React).find(([name]) => name.startsWith("__CLIENT_INTERNALS"))?.[1];
  if (typeof internals !== "object" || internals === null || !("recentlyCreatedOwnerStacks" in internals))
    throw new Error("this version of React has another way to limit its owner stacks");
  // React captures while this is below its limit, and sets it to zero every second.
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  });
};

// The first screen of a file loads the whole UI kit, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 60_000 });
// Here elements are hidden by attributes and inline styles only. Matching every antd rule against every element for each
// visibility check took half of the test time.
Object.defineProperty(HTMLStyleElement.prototype, "sheet", { get: () => null });
stopOwnerStacks();
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
  // The document outlives its tests, and an arrow key moves a selection that an earlier one left behind.
  document.getSelection()?.removeAllRanges();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
