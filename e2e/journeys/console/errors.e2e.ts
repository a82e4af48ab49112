import { MESSAGES } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { expect, test } from "../../fixtures/test.ts";
import { toasts } from "../../fixtures/toasts.ts";

const HEALTH = "**/api_v1/system/health*";

const refuse = async (page: Page, detail: unknown, status = 409): Promise<void> => {
  await page.route(HEALTH, (route) => route.fulfill({ status, json: { code: "conflict", detail, request_id: "r-1" } }));
};

test.beforeEach(async ({ faults, people, enterAs }) => {
  faults.allow(/status of (404|409|500)|ERR_INTERNET_DISCONNECTED|dynamically imported module/);
  await enterAs(await people.add());
});

test("the message of a refusal is shown as the server wrote it", async ({ page }) => {
  await refuse(page, "the engines are being counted");
  await page.goto("/#/dev");
  await expect(toasts(page)).toHaveText("the engines are being counted");
  await expect(page.getByRole("main").getByText("the engines are being counted")).toBeVisible();
  await expect(page.getByText("r-1")).toBeVisible();
});

test("a list of refusals is shown line by line", async ({ page }) => {
  await refuse(page, [
    { msg: "the first is too long", loc: "first" },
    { msg: "the second is missing", loc: "second" },
  ]);
  await page.goto("/#/dev");
  await expect(toasts(page)).toBeVisible();
  expect(await toasts(page).innerText()).toBe("the first is too long\nthe second is missing");
});

for (const [name, detail] of [
  ["of another shape", { reason: 7 }],
  ["that is empty", ""],
  ["that is missing", undefined],
] as const) {
  test(`a refusal ${name} is called unknown`, async ({ page }) => {
    await refuse(page, detail, 500);
    await page.goto("/#/dev");
    await expect(toasts(page)).toHaveText(MESSAGES.unknownError);
  });
}

test("markup in a refusal stays text", async ({ page }) => {
  const markup = '<img src="x" onerror="alert(1)"><b>bold</b>';
  page.on("dialog", (dialog) => {
    throw new Error(`the page opened a dialog: ${dialog.message()}`);
  });
  await refuse(page, markup);
  await page.goto("/#/dev");
  await expect(toasts(page)).toHaveText(markup);
  await expect(page.locator("img[src=x], b")).toHaveCount(0);
});

test("the failure of a silent read stands in its place and calls nobody away", async ({ page }) => {
  const asked = page.waitForRequest(/\/api\/auth\/sessions/);
  await page.route("**/api/auth/sessions*", (route) =>
    route.fulfill({ status: 409, json: { code: "conflict", detail: "no sessions today", request_id: "r-2" } }),
  );
  await page.goto("/#/frog-home");
  expect(new URL((await asked).url()).searchParams.get("silent")).toBe("true");
  await expect(page.getByRole("main").getByText("no sessions today")).toBeVisible();
  await expect(page.getByText("r-2")).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});

test("the same failure again and again is one toast", async ({ page }) => {
  await refuse(page, "still being counted");
  await page.goto("/#/dev");
  await expect(toasts(page)).toHaveText("still being counted");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeEnabled();
  await expect(toasts(page)).toHaveCount(1);
});

test("after a failure the way back is a button, and it works", async ({ page }) => {
  await refuse(page, "not just now");
  await page.goto("/#/dev");
  await expect(page.getByText("The engine status could not be loaded")).toBeVisible();
  await page.unroute(HEALTH);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("rowheader", { name: /^PostgreSQL/ })).toBeVisible();
  await expect(page.getByText("The engine status could not be loaded")).toHaveCount(0);
});

test("an address that does not exist ends on the error screen, with a way back", async ({ page }) => {
  await page.goto("/#/no-such-place");
  await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
  await expect(page.getByText("404 Not Found")).toBeVisible();
  await page.getByRole("link", { name: "Go to the start page" }).click();
  await expect(page.getByRole("heading", { name: "Datasets", exact: true })).toBeVisible();
});

test("who cannot be told who they are gets the reason and can try again", async ({ page }) => {
  await page.route("**/api/auth/me", (route) =>
    route.fulfill({ status: 500, json: { code: "internal", detail: "no" } }),
  );
  await page.goto("/");
  await expect(page.getByRole("heading", { name: MESSAGES.permissionsFailed })).toBeVisible();
  await page.unroute("**/api/auth/me");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Datasets", exact: true })).toBeVisible();
});

test("being offline is said, and so is nothing once it is over", async ({ page, context }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Datasets", exact: true })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
});

test("a file that a newer build took away leads to an offer to reload", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Datasets", exact: true })).toBeVisible();
  await page.route("**/assets/home-screen-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/#/frog-home");
  await expect(page.getByRole("heading", { name: "This screen could not be loaded" })).toBeVisible();
  await expect(page.getByText("A new version of Dailies is available.")).toBeVisible();
  await page.unroute("**/assets/home-screen-*.js");
  await page.getByRole("main").getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
});

test("a newer build is noticed when the tab is looked at again", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Datasets", exact: true })).toBeVisible();
  await page.route("**/build.json", (route) => route.fulfill({ json: { id: "a-newer-one" } }));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText("A new version of Dailies is available.")).toBeVisible();
});
