import type { Locator, Page } from "@playwright/test";

/** The short messages at the top; the kit gives them no role that would tell them from other alerts. */
export const toasts = (page: Page): Locator => page.locator(".ant-message-notice");
