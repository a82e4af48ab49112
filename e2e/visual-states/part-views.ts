import { expect, type Page } from "@playwright/test";
import type { View } from "./view.ts";

/** The pages of the gallery by their URL key and title; a journey compares the list with the page. */
export const PARTS = {
  theme: "Theme",
  page: "Page",
  "filter-bar": "FilterBar",
  "data-table": "DataTable",
  detail: "Detail",
  confirm: "Confirm",
  form: "ZodForm",
  field: "FieldControl",
  "empty-state": "EmptyState",
  "error-panel": "ErrorPanel",
  "status-tag": "StatusTag",
  progress: "Progress",
  stat: "Stat",
  chart: "Chart",
  clip: "Clip",
  "synced-player": "SyncedPlayer",
  skeleton: "Skeleton",
  numbers: "Numbers",
  small: "Time, IconButton, Mono",
} as const;

const openPart = async (page: Page, key: keyof typeof PARTS): Promise<void> => {
  await page.goto(`/#/dev?tab=parts&part=${key}`);
  await expect(page.getByRole("heading", { level: 2, name: PARTS[key], exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 3 }).first()).toBeVisible();
  if (key === "chart") await expect(page.locator("canvas").first()).toBeVisible();
};

const pages: View[] = (Object.keys(PARTS) as (keyof typeof PARTS)[]).map((key) => ({
  name: `part-${key}`,
  viewer: "administrator",
  open: (page) => openPart(page, key),
}));

export const PART_VIEWS: readonly View[] = [
  ...pages,
  {
    name: "part-confirm-open",
    viewer: "administrator",
    open: async (page) => {
      await openPart(page, "confirm");
      await page.getByRole("button", { name: "Delete a sample" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "part-detail-open",
    viewer: "administrator",
    open: async (page) => {
      await openPart(page, "detail");
      await page.getByRole("row").nth(2).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "part-filter-bar-time",
    viewer: "administrator",
    open: async (page) => {
      await openPart(page, "filter-bar");
      await page.getByRole("button", { name: "Created" }).click();
      await expect(page.getByRole("button", { name: "Apply range" })).toBeVisible();
    },
  },
];
