import type { Page } from "@playwright/test";
import { currentRun } from "../../environment.ts";
import { leavePage } from "../../fixtures/leave-page.ts";
import { REFUSED_AS_STRANGER } from "../../fixtures/page-faults.ts";
import { signIn } from "../../fixtures/people/sign-in-form.ts";
import { expect, test } from "../../fixtures/test.ts";
import { toasts } from "../../fixtures/toasts.ts";

const PLACE = "/?from=a%20mail#/dev?tab=engines";

/** The server caches a session for less than a second after it ended elsewhere. */
const isSignedOut = async (page: Page): Promise<void> => {
  await expect.poll(async () => (await page.request.get("/api/auth/me")).status()).toBe(401);
};

test.beforeEach(({ faults }) => faults.allow(REFUSED_AS_STRANGER));

test("a session that ends in the middle of work leads to the sign-in and back to the same place", async ({
  page,
  people,
  enterAs,
}) => {
  const ida = await people.add();
  await enterAs(ida);
  await page.goto(PLACE);
  await expect(page.getByRole("button", { name: "Check now" })).toBeVisible();

  await people.endSessions(ida);
  await isSignedOut(page);
  await page.getByRole("button", { name: "Check now" }).click();

  await expect(page).toHaveURL(`${currentRun().origin}/#/login?redirect=${encodeURIComponent(PLACE)}`);
  await expect(toasts(page)).toHaveCount(0);
  await signIn(page, ida);
  await expect(page).toHaveURL(`${currentRun().origin}${PLACE}`);
  await expect(page.getByRole("button", { name: "Check now" })).toBeVisible();
});

test("the next person who signs in in the same tab sees nothing of the one before", async ({
  page,
  people,
  enterAs,
}) => {
  const ida = await people.add({ realname: "Ida Internal" });
  const lea = await people.add({ realname: "Lea Labeller", role: "labeller" });
  await enterAs(ida);
  await page.goto("/#/dev");
  await expect(page.getByRole("button", { name: "Account: Ida Internal" })).toBeVisible();
  // Wait for the panel's first request, or it meets the ended session before the click does.
  await expect(page.getByRole("rowheader", { name: /^PostgreSQL/ })).toBeVisible();
  await people.endSessions(ida);
  await isSignedOut(page);
  await page.getByRole("button", { name: "Check now" }).click();
  await signIn(page, lea);
  await expect(page.getByRole("button", { name: "Account: Lea Labeller" })).toBeVisible();
  await expect(page.getByText("Ida Internal")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "You do not have access to this screen" })).toBeVisible();
});

const HOSTILE = [
  "//evil.example",
  "https://evil.example/#/dataset",
  "/\\evil.example",
  "javascript:alert(1)",
  "/%2f%2fevil.example",
  "/api/auth/logout",
  "/#/login?redirect=/#/login",
];

test("a redirect that leads out of the console is not followed", async ({ page, context, people }) => {
  const elsewhere: string[] = [];
  const { hostname } = new URL(currentRun().origin);
  page.on("request", (request) => {
    // Posters of datasets come from storage, which is on another port.
    if (new URL(request.url()).hostname !== hostname) elsewhere.push(request.url());
  });
  const ida = await people.add();
  for (const redirect of HOSTILE) {
    await test.step(redirect, async () => {
      await context.clearCookies();
      await leavePage(page);
      await page.goto(`/#/login?redirect=${encodeURIComponent(redirect)}`);
      await signIn(page, ida);
      await expect(page).toHaveURL(`${currentRun().origin}/#/dataset`);
      await expect(page.getByRole("button", { name: "Account: Ida Internal" })).toBeVisible();
      expect(elsewhere).toEqual([]);
    });
  }
});
