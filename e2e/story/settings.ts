import { randomBytes } from "node:crypto";
import type { FieldSpec, FieldValue, PermissionCode } from "@dailies/contract";
import { expect, type Locator, type Page } from "@playwright/test";
import { callFrom } from "./call.ts";

export const SETTINGS_PERMISSIONS: readonly PermissionCode[] = ["USE_VERSION_1_0", "DYNAMIC_CONFIG_MANAGE"];
export const SETTINGS_PATH = "/#/dynamic-config-manage";

/** A namespace that nobody else of the run uses. */
export const ownNamespace = (): string => `ns-${randomBytes(4).toString("hex")}`;

export interface SeededConfig {
  key: string;
  schema: FieldSpec;
  value: FieldValue;
  description?: string;
  sensitive?: boolean;
  /** Published as it is, and then changed to this without publishing. */
  draft?: FieldValue;
  isUnpublished?: boolean;
}

interface Versioned {
  version: number;
}

/** Makes those that are not there yet; asked once, because every view of a run begins with it. */
export const seedConfigs = async (page: Page, configs: readonly SeededConfig[]): Promise<void> => {
  const keys = configs.map(({ key }) => key);
  const { items } = await callFrom<{ items: { key: string }[] }>(page, "/config/get", { keys });
  const known = new Set(items.map(({ key }) => key));
  for (const config of configs) if (!known.has(config.key)) await seedConfig(page, config);
};

export const seedConfig = async (page: Page, { draft, isUnpublished, ...wish }: SeededConfig): Promise<void> => {
  const { key } = wish;
  const { version } = await callFrom<Versioned>(page, "/config/create", wish);
  if (isUnpublished) return;
  const live = await callFrom<Versioned>(page, "/config/publish", {
    key,
    expected_version: version,
    comment: "first value",
  });
  if (draft !== undefined)
    await callFrom(page, "/config/update", { key, expected_version: live.version, value: draft });
};

export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole("dialog", { name, exact: true });
export const row = (page: Page, key: string): Locator =>
  page.getByRole("grid", { name: "Keys" }).getByRole("row").filter({ hasText: key });
export const press = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole("button", { name, exact: true }).click();

export const openKey = async (page: Page, key: string, tab = ""): Promise<Locator> => {
  await page.goto(`${SETTINGS_PATH}?key=${key}${tab}`);
  const drawer = dialog(page, key);
  await expect(drawer.getByRole("tablist")).toBeVisible();
  return drawer;
};
