import type { ExportItem } from "@dailies/contract";
import type { LarkBase, Preview } from "../exports.queries.ts";

export const idOf = (place: number): string => `0198c0de-0000-7000-9000-${String(place).padStart(12, "0")}`;

export const anExport = (place: number, overrides: Partial<ExportItem> = {}): ExportItem => ({
  id: idOf(place),
  task_ids: [idOf(1)],
  task_names: ["Night scenes"],
  rows: "cells",
  aggregation: "All",
  media: "none",
  target: { kind: "xlsx" },
  status: "Finished",
  rows_done: 1_200,
  rows_total: 1_200,
  bytes: 48_000,
  is_expired: false,
  result_url: `/api_v1/export/download/${idOf(place)}`,
  error: null,
  created_by: "mei",
  created_at: "2026-11-14T08:00:00Z",
  finished_at: "2026-11-14T08:01:00Z",
  ...overrides,
});

export const aPreview = (overrides: Partial<Preview> = {}): Preview => ({
  columns: [
    { key: "task", name: "Task", type: "text" },
    { key: "row", name: "Row", type: "number" },
    { key: "input.prompt", name: "prompt", type: "text" },
    { key: "at", name: "Judged at", type: "date" },
  ],
  rows: [
    { task: "Night scenes", row: 1, "input.prompt": "=SUM(A1)", at: null },
    { task: "Night scenes", row: 2, "input.prompt": "a boat\tat sea", at: "2026-11-14T08:00:00Z" },
  ],
  rows_total: 5_000,
  media_bytes: 0,
  ...overrides,
});

export const aBase = (): LarkBase => ({
  app_token: "basRESULTS",
  name: "Results",
  table_id: "tblRUNS",
  tables: [
    {
      id: "tblRUNS",
      name: "Runs",
      fields: [
        { name: "Task", type: "text", is_primary: true },
        { name: "Row", type: "checkbox", is_primary: false },
        { name: "Position", type: "number", is_primary: false },
        { name: "When", type: "date", is_primary: false },
      ],
    },
  ],
});
