import type { Locator, Page } from "@playwright/test";
import { callFrom } from "../../fixtures/call.ts";
import { addContent, type ReportedProject } from "../../fixtures/content.ts";
import { noteSentWrites } from "../../fixtures/sent-writes.ts";
import { expect, test } from "../../fixtures/test.ts";
import { toasts } from "../../fixtures/toasts.ts";

const OPERATOR = ["MAGI_ADMIN", "USE_VERSION_1_0"] as const;

/** Requests that report content come from a console page. */
const enterConsole = async (page: Page): Promise<void> => {
  await page.goto("/#/platform/content");
  await expect(page.getByRole("heading", { level: 1, name: "Content" })).toBeVisible();
};

const wallOf = ({ email }: ReportedProject, more = ""): string =>
  `/#/platform/content?user=${encodeURIComponent(email)}${more}`;
const tiles = (page: Page): Locator => page.getByRole("list", { name: "Favourites" }).getByRole("link");
/** While a filter loads, the list shows what matched the filters before. */
const openWall = async (page: Page, told: ReportedProject, more = ""): Promise<void> => {
  await page.goto(wallOf(told, more));
  await expect(tiles(page).filter({ hasText: told.email })).toHaveCount(2);
};
const box = (page: Page): Locator => page.getByRole("dialog", { name: /^Video of/ });

test("a favourite is followed to its project, its task and the task it was made from", async ({
  page,
  people,
  enterAs,
}) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await enterConsole(page);
  const told = await addContent(page);
  await page.getByRole("button", { name: "User" }).last().click();
  await page.getByRole("searchbox", { name: "E-mail of an end user" }).fill(told.email.slice(0, -8));
  await page.getByRole("button", { name: told.email }).click();
  await expect(tiles(page)).toHaveCount(2);
  await expect(page.getByText("2 favourites")).toBeVisible();
  await tiles(page).first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(
    box(page)
      .getByText(/A ferry leaves the harbour/)
      .first(),
  ).toBeVisible();
  await expect(box(page).getByText("4200")).toBeVisible();
  await expect(box(page).getByText("guidance")).toBeVisible();
  await expect
    .poll(() =>
      box(page)
        .locator("video")
        .evaluate((video: HTMLVideoElement) => video.readyState),
    )
    .toBe(4);
  await page.keyboard.press("ArrowLeft");
  await expect(box(page).getByText("1 of 2")).toBeVisible();

  await box(page)
    .getByRole("link", { name: /^The ferry/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /^The ferry/ })).toBeVisible();
  await expect(page.getByRole("link", { name: told.email })).toHaveAttribute("href", /platform\/user\?user=/);
  await expect(page.getByRole("row")).toHaveCount(4);
  await page.getByRole("row", { name: /Rain/ }).click();
  const drawer = page.getByRole("dialog", { name: `Task ${told.taskIds[1]}` });
  await expect(drawer.getByText("4201")).toBeVisible();
  await expect(drawer.getByRole("img", { name: "Inputs 1" })).toBeVisible();
  await drawer.getByRole("button", { name: "Play Outputs 1" }).click();
  await expect
    .poll(() => drawer.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0);
  await drawer.getByRole("link", { name: told.taskIds[0] ?? "" }).click();
  await expect(page.getByRole("dialog", { name: `Task ${told.taskIds[0]}` }).getByText("4200")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Back to favourites" }).click();
  await expect(box(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tiles(page)).toHaveCount(2);
});

test("one is approved and one rejected, and what is decided leaves the undecided", async ({
  page,
  people,
  enterAs,
}) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await enterConsole(page);
  const told = await addContent(page);
  await openWall(page, told, "&audit_status=none");
  await tiles(page).first().click();
  await expect(box(page).getByRole("button", { name: "Approve" })).toBeEnabled();
  await page.keyboard.press("a");
  await expect(box(page).getByText("Approved")).toBeVisible();
  await expect(box(page).getByText("No longer matches the filters")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(box(page).getByText("1 of 1")).toBeVisible();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: /^Reject the favourite/ });
  await dialog.getByRole("button", { name: "Reject favourite" }).click();
  await expect(dialog.getByText("please enter a reason")).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("shows a real person");
  await dialog.getByRole("button", { name: "Reject favourite" }).click();
  await expect(box(page).getByText("Rejected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "No favourite matches these filters" })).toBeVisible();
  await page.goto(wallOf(told));
  await expect(tiles(page).filter({ hasText: "Approved" })).toHaveCount(1);
  await expect(tiles(page).filter({ hasText: "Rejected" })).toHaveCount(1);
});

test("two operators at one favourite: the second sees what the first decided", async ({
  page,
  people,
  enterAs,
  faults,
}) => {
  faults.allow(/status of 409/);
  await enterAs(await people.add({ permissions: OPERATOR }));
  await enterConsole(page);
  const told = await addContent(page);
  await openWall(page, told);
  await tiles(page).first().click();
  await expect(box(page).getByText("Pending")).toBeVisible();
  const id = new URL(page.url().replace("#/", "")).searchParams.get("favorite");
  await callFrom(page, "/admin/content/favorites/audit", {
    id,
    audit_status: "rejected",
    expected_status: "none",
    reason: "seen elsewhere",
  });
  await box(page).getByRole("button", { name: "Approve" }).click();
  await expect(toasts(page).filter({ hasText: "somebody was faster" })).toBeVisible();
  await expect(box(page).getByText("Rejected")).toBeVisible();
});

test("a favourite whose maker agreed becomes a row of a benchmark", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await enterConsole(page);
  const told = await addContent(page);
  const name = `Ferries ${told.projectId}`;
  await callFrom(page, "/task/create", {
    kind: "Benchmark",
    name,
    is_sample: false,
    request_key: crypto.randomUUID(),
  });
  await openWall(page, told);
  await tiles(page).first().click();
  await box(page)
    .getByRole("button", { name: /^Add as benchmark row/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "Add as benchmark row" });
  await expect(dialog.getByTitle(`${name} · 0 rows`)).toBeVisible();
  await dialog.getByRole("button", { name: "Add row" }).click();
  await expect(page.getByText(`Added as row 1 of ${name}.`)).toBeVisible();
  await page.getByRole("link", { name: "Open benchmark" }).click();
  await expect(page.getByText("1 prompt added")).toBeVisible();
});

test("who lost MAGI_ADMIN meanwhile is told so, and nothing is sent", async ({
  page,
  people,
  enterAs,
  replaceSession,
}) => {
  await enterAs(await people.add({ permissions: OPERATOR }));
  await enterConsole(page);
  const told = await addContent(page);
  await openWall(page, told);
  await tiles(page).first().click();
  await expect(box(page).getByText("guidance")).toBeVisible();
  // A session of another user in the same browser, without the permission; the page does not know yet.
  await replaceSession(await people.add({ permissions: [] }));
  const sent = noteSentWrites(page);
  await box(page).getByRole("button", { name: "Approve" }).click();
  await expect(toasts(page).filter({ hasText: "current user has no operation permission" })).toBeVisible();
  expect(sent).toEqual([]);
});
