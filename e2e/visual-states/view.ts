import type { Page } from "@playwright/test";

/** Who looks: nobody signed in, somebody with every right, and so on. */
export const VIEWERS = ["stranger", "administrator", "staff", "external", "newcomer"] as const;
export type Viewer = (typeof VIEWERS)[number];

/** One screen, dialog or state of the console and the way there. */
export interface View {
  readonly name: string;
  readonly viewer: Viewer;
  readonly open: (page: Page) => Promise<void>;
}
