import type { PermissionCode } from "@dailies/contract";
import { expect, type Locator, type Page, type Request } from "@playwright/test";

export const ASSET_PERMISSIONS: readonly PermissionCode[] = ["USE_VERSION_1_0", "STATIC_RESOURCE_MANAGE"];
export const LIBRARY = "/#/static-source-manage";

/** A check reads the whole file in a jail, on a machine that may be busy. */
export const CHECK_MS = 60_000;

export const openLibrary = async (page: Page, query = ""): Promise<void> => {
  await page.goto(`${LIBRARY}${query}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
};

type Files = Parameters<Locator["setInputFiles"]>[0];

export const chooseFiles = (page: Page, files: Files): Promise<void> =>
  page.locator('input[type="file"][multiple]').setInputFiles(files);

export const chooseFolder = (page: Page, folder: string): Promise<void> =>
  page.locator('input[type="file"][webkitdirectory]').setInputFiles(folder);

export const panel = (page: Page): Locator => page.getByRole("region", { name: "Uploads" });
export const uploadRow = (page: Page, name: string): Locator =>
  panel(page).getByRole("listitem").filter({ hasText: name });
export const tile = (page: Page, name: string): Locator => page.getByRole("gridcell").filter({ hasText: name });

export const expectReady = (page: Page, name: string): Promise<void> =>
  expect(uploadRow(page, name).getByText(/^(Ready|Already here)$/)).toBeVisible({ timeout: CHECK_MS });

/** Opens the drawer by the words under the picture; the picture itself plays. */
export const openAsset = async (page: Page, name: string): Promise<Locator> => {
  await tile(page, name).getByText(name, { exact: true }).click();
  const drawer = page.getByRole("dialog", { name, exact: true });
  await expect(drawer.getByText("About this file")).toBeVisible();
  return drawer;
};

/** What the page sends to storage, by its path and the number of the part. */
export const watchStorage = (page: Page): string[] => {
  const sent: string[] = [];
  page.on("requestfinished", (request: Request) => {
    const url = new URL(request.url());
    if (request.method() === "PUT") sent.push(`${url.pathname} ${url.searchParams.get("partNumber") ?? "whole"}`);
  });
  return sent;
};
