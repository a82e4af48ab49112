import { test as base, expect } from "@playwright/test";
import { currentRun } from "../environment.ts";
import { findCode } from "./mails.ts";
import { type PageFaults, watchForFaults } from "./page-faults.ts";
import { People, type Person } from "./people.ts";

interface Fixtures {
  faults: PageFaults;
  /** Puts a session of this person into the browser, without the sign-in screen. */
  enterAs: (person: Person) => Promise<void>;
  codeFor: (person: Person) => Promise<string>;
}

interface WorkerFixtures {
  people: People;
}

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
  faults: [
    async ({ context }, use) => {
      const faults = await watchForFaults(context);
      await use(faults);
      expect(faults.found(), "the browser had nothing to complain about").toEqual([]);
    },
    { auto: true },
  ],
  enterAs: async ({ context, people }, use) => {
    await use(async (person) => {
      const cookie = await people.cookieOf(person);
      // A browser takes our secure cookie from http://127.0.0.1 itself, but not from a script that names that address.
      const url = currentRun().origin.replace("http:", "https:");
      await context.addCookies([{ ...cookie, url, httpOnly: true, sameSite: "Lax" }]);
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  codeFor: async ({}, use) => {
    await use(async ({ email }) => {
      const read = (): Promise<string | undefined> => findCode(currentRun().mailApiUrl, email);
      await expect.poll(read, { message: "a mail with a code arrives" }).toBeDefined();
      return (await read()) ?? "";
    });
  },
});

export { expect };
