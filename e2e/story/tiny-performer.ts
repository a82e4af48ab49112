import { randomBytes } from "node:crypto";
import type { PermissionCode } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { currentRun } from "../environment.ts";
import { callFrom } from "./call.ts";

export const MAKER_PERMISSIONS: readonly PermissionCode[] = ["USE_VERSION_1_0", "PERFORMER_PLAYGROUND"];

/** Clips are drawn, stored and checked for real, on a machine that may be busy. */
export const MADE_MS = 120_000;

export const unique = (name: string): string => `${name} ${randomBytes(3).toString("hex")}`;

const INPUTS = [
  { key: "prompt", label: "Prompt", role: "prompt", is_required: true, spec: { type: "text", is_multiline: true } },
  {
    ...{ key: "seconds", label: "Length", role: "seconds", default: 1, is_required: false },
    spec: { type: "number", min: 1, max: 2, unit: "s" },
  },
  {
    ...{ key: "size", label: "Size", role: "size", default: "320x180", is_required: false },
    spec: { type: "text", options: ["320x180", "256x144"] },
  },
  {
    ...{ key: "fps", label: "Frames a second", role: "fps", default: 12, is_required: false },
    spec: { type: "number", is_integer: true, min: 1, max: 60 },
  },
  { key: "seed", label: "Seed", role: "seed", is_required: false, spec: { type: "number", min: 0, is_integer: true } },
];

interface Wishes {
  readonly concurrency?: number;
  readonly isShared?: boolean;
}

/** The reference performer of this run under a name of its own, making the smallest clips it can; 2 cents a second. */
export const addTinyPerformer = async (
  page: Page,
  { concurrency = 4, isShared = false }: Wishes = {},
): Promise<string> => {
  const name = unique("Tiny performer");
  await page.goto("/#/frog-home");
  await callFrom(page, "/performer/create", {
    ...{ name, kind: "model", adapter: "videos", endpoint: currentRun().performerUrl, model: "reference" },
    ...{ version: "1", input_schema: INPUTS, capabilities: ["t2v", "seed", "cancel"] },
    limits: { concurrency, rpm: null, timeout_s: 120 },
    pricing: { unit: "second", unit_price_micros: 20_000, currency: "USD", checked_at: null },
    shared_with_internal: isShared,
  });
  return name;
};

/** Everything that is asked of the performer until then goes wrong there. */
export const failEverything = async (until: () => Promise<void>): Promise<void> => {
  const board = `${currentRun().performerUrl}/faults`;
  const rules = [{ fault: "fail", probability: 1 }];
  const headers = { "content-type": "application/json" };
  const { ok } = await fetch(board, { method: "POST", headers, body: JSON.stringify({ rules }) });
  if (!ok) throw new Error("the performer takes no faults");
  try {
    await until();
  } finally {
    await fetch(board, { method: "DELETE" });
  }
};
