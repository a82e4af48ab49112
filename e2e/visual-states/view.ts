import type { Page } from "@playwright/test";

/** The viewing user: anonymous, with every permission, and so on. */
export const VIEWERS = ["stranger", "administrator", "staff", "external", "newcomer"] as const;
export type Viewer = (typeof VIEWERS)[number];

/** One screen, dialog or state of the console and how to reach it. */
export interface View {
  readonly name: string;
  readonly viewer: Viewer;
  readonly open: (page: Page) => Promise<void>;
}
