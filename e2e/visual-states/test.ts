import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { currentRun } from "../environment.ts";
import { leavePage } from "../fixtures/leave-page.ts";
import { type PageFaults, REFUSED_AS_STRANGER, watchForFaults } from "../fixtures/page-faults.ts";
import { People } from "../fixtures/people/people.ts";
import type { ViewGroup } from "./all.ts";
import { FAULT_LINES } from "./fault-views.ts";
import type { View, Viewer } from "./view.ts";
import { personFor } from "./viewers.ts";

/** A browser context signed in as one viewer. */
interface Seat {
  readonly groupName: string;
  readonly viewer: Viewer;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: PageFaults;
}

interface WorkerFixtures {
  people: People;
  /** The current browser context; it outlives a test, so that scripts and data are not loaded again for each view. */
  seat: { taken?: Seat };
}

interface Fixtures {
  /** One-time preparation of a browser context for screenshots. */
  prepare: (context: BrowserContext) => Promise<void>;
  /** Opens a view of a group and cleans up after it. */
  openView: (group: ViewGroup, view: View) => Promise<Page>;
}

const leave = async ({ context, page }: Seat): Promise<void> => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  if (page.url().startsWith("http")) {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }
  await leavePage(page);
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  people: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const people = await People.open(currentRun().databaseUrl);
      await use(people);
      await people.close();
    },
    { scope: "worker" },
  ],
  seat: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const seat: { taken?: Seat } = {};
      await use(seat);
      await seat.taken?.context.close();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  prepare: async ({}, use) => use(async () => undefined),
  openView: async ({ browser, people, seat, prepare, colorScheme, viewport }, use) => {
    const take = async (groupName: string, viewer: Viewer): Promise<Seat> => {
      if (seat.taken?.groupName === groupName && seat.taken.viewer === viewer) return seat.taken;
      await seat.taken?.context.close();
      const context = await browser.newContext();
      const faults = await watchForFaults(context);
      faults.allow(REFUSED_AS_STRANGER);
      faults.allow(FAULT_LINES);
      await prepare(context);
      if (viewer !== "stranger") {
        const cookie = await people.cookieOf(await personFor(people, viewer, groupName));
        // A browser accepts our secure cookie from http://127.0.0.1 itself, but not from a script for that URL.
        const url = currentRun().origin.replace("http:", "https:");
        await context.addCookies([{ ...cookie, url, httpOnly: true, sameSite: "Lax" }]);
      }
      seat.taken = { groupName, viewer, context, page: await context.newPage(), faults };
      return seat.taken;
    };
    let opened: { seat: Seat; faultsBefore: number } | undefined;
    await use(async ({ name }, view) => {
      const own = await take(name, view.viewer);
      opened = { seat: own, faultsBefore: own.faults.found().length };
      await own.page.emulateMedia({ colorScheme: colorScheme ?? "light" });
      if (viewport) await own.page.setViewportSize(viewport);
      await view.open(own.page);
      return own.page;
    });
    if (!opened) return;
    await leave(opened.seat);
    const found = opened.seat.faults.found().slice(opened.faultsBefore);
    expect(found, "the browser had nothing to complain about").toEqual([]);
  },
});

export { expect };
