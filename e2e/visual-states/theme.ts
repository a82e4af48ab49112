import type { Page } from "@playwright/test";

export const THEMES = ["light", "dark"] as const;

/** An open page follows the system theme, so it need not be reopened for the other one. */
export const showTheme = async (page: Page, theme: (typeof THEMES)[number]): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: "attached" });
};
