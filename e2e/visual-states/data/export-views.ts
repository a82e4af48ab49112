import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, refuseCall } from "../../fixtures/answers.ts";
import { ensureGenerated } from "../../fixtures/benchmarks/benchmarks.ts";
import type { View } from "../view.ts";

const KEY = "019a0000-0000-7000-8000-0000000e0001";

const seen = (page: Page, words: string | RegExp): Promise<void> => expect(page.getByText(words).first()).toBeVisible();

const openScreen = async (page: Page, search = ""): Promise<void> => {
  await page.goto(`/#/feishu-export${search}`);
  await expect(page.getByRole("heading", { level: 1, name: "Feishu export" })).toBeVisible();
};

const view = (name: string, open: (page: Page, taskId: string) => Promise<void>): View => ({
  name: `export-${name}`,
  viewer: "administrator",
  open: async (page) => open(page, await ensureGenerated(page)),
});

const withLark = async (page: Page): Promise<void> => {
  await answerCall(page, contract.exports.getLarkState, { is_configured: true, domain: "open.feishu.cn" });
  const fields = [
    { name: "Task", type: "text", is_primary: true },
    { name: "Row", type: "checkbox", is_primary: false },
    { name: "Cost", type: "number", is_primary: false },
  ];
  await answerCall(page, contract.exports.resolveLarkLink, {
    app_token: "basRESULTS",
    name: "Model results",
    table_id: "tblRUNS",
    tables: [{ id: "tblRUNS", name: "Runs", fields }],
  });
};

const exportOf = (place: number, more: object) => ({
  id: `019a0000-0000-7000-8000-0000000e01${place}0`,
  task_ids: [KEY],
  rows: "cells",
  aggregation: "All",
  media: "none",
  target: { kind: "xlsx" },
  task_names: ["Night drive and other motion"],
  status: "Finished",
  rows_done: 5_000,
  rows_total: 5_000,
  bytes: 1_240_000,
  result_url: "/api_v1/export/download/x",
  is_expired: false,
  error: null,
  created_by: "admin",
  created_at: "2026-11-15T09:30:00Z",
  finished_at: "2026-11-15T09:31:00Z",
  ...more,
});

const LARK = {
  kind: "lark",
  link: "https://example.feishu.cn/base/basRESULTS",
  table_id: "tblRUNS",
  table_name: "",
  mapping: [],
  updates_in_place: true,
};
const FAILED = exportOf(2, {
  target: LARK,
  status: "Failed",
  rows_done: 3_000,
  bytes: null,
  result_url: null,
  error: {
    code: "not_allowed",
    is_retryable: false,
    message:
      "Lark does not let this console edit the base: open it in Lark, add this console's app under “… → More → Add app” with the right to edit, then resume",
  },
});

/** Running, failed and finished exports. */
const withExports = async (page: Page): Promise<void> => {
  const items = [
    exportOf(1, { status: "Running", rows_done: 2_500, result_url: null, finished_at: null, bytes: null }),
    FAILED,
    exportOf(3, { target: LARK, bytes: null, result_url: "https://example.feishu.cn/base/basRESULTS?table=tblRUNS" }),
    exportOf(4, { rows: "leaderboard", rows_done: 24, rows_total: 24, target: { kind: "csv" } }),
    exportOf(5, { is_expired: true, result_url: null }),
  ];
  await answerCall(page, contract.exports.listExports, { items, total: items.length });
  await answerCall(page, contract.exports.getExport, FAILED);
};

/** The steps from a task to an external table. */
export const EXPORT_VIEWS: readonly View[] = [
  view("nothing-chosen", async (page) => {
    await openScreen(page);
    await seen(page, "No task selected");
  }),
  view("preview", async (page, taskId) => {
    await openScreen(page, `?task=${taskId}`);
    await seen(page, /^\d+ rows/);
  }),
  view("no-lark", async (page, taskId) => {
    await openScreen(page, `?task=${taskId}&target=lark`);
    await seen(page, "Lark is not configured.");
  }),
  view("lark-mapping", async (page, taskId) => {
    await withLark(page);
    await openScreen(page, `?task=${taskId}&target=lark`);
    await page.getByLabel("Link to the base").fill("https://example.feishu.cn/base/basRESULTS?table=tblRUNS");
    await page.getByRole("button", { name: "Find base" }).click();
    await seen(page, "Type is checkbox");
  }),
  view("refused", async (page, taskId) => {
    await refuseCall(page, contract.exports.previewExport, "internal", "the rows cannot be read");
    await openScreen(page, `?task=${taskId}&rows=judgements`);
    await seen(page, "the rows cannot be read");
  }),
  view("list-empty", async (page) => {
    await answerCall(page, contract.exports.listExports, { items: [], total: 0 });
    await openScreen(page, "?view=list");
    await seen(page, "No exports yet");
  }),
  view("list", async (page) => {
    await withExports(page);
    await openScreen(page, "?view=list");
    await seen(page, "Resume export");
  }),
  view("failed", async (page) => {
    await withExports(page);
    await openScreen(page, `?view=list&export=${FAILED.id}`);
    await seen(page, "The export stopped");
  }),
];
