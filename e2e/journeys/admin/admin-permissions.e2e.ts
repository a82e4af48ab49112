import { MESSAGES, type PermissionCode } from "@dailies/contract";
import type { Locator, Page } from "@playwright/test";
import { callFrom } from "../../fixtures/call.ts";
import { leavePage } from "../../fixtures/leave-page.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";
import { toasts } from "../../fixtures/toasts.ts";

const READER = ["USE_VERSION_1_0", "PERM_MANAGE_R"] as const;
const WRITER = [...READER, "PERM_MANAGE_W"] as const;

const cell = (page: Page, { realname }: Person, code: PermissionCode, state: string): Locator =>
  page.getByRole("gridcell", { name: `${realname}, ${code}: ${state}`, exact: true });
const review = (page: Page): Locator => page.getByRole("dialog", { name: /^Review/ });
const newCode = (): string => `REEL_${Date.now().toString(36).toUpperCase()}`;
const unique = (name: string): string => `${name} ${Math.random().toString(36).slice(2, 7)}`;

test("a code is made, explained, given a history and removed", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: WRITER }));
  const key = newCode();
  await page.goto("/#/perm-manage");
  await page.getByRole("button", { name: "Create code" }).click();
  const create = page.getByRole("dialog", { name: "Create a permission code" });
  await create.getByLabel("Code").fill("lower case");
  await create.getByRole("button", { name: "Create the code" }).click();
  await expect(create.getByText(/use capital letters/)).toBeVisible();
  await create.getByLabel("Code").fill(key);
  await create.getByLabel("Name").fill("Reel room");
  await create.getByLabel("Group").fill("Rooms");
  await create.getByRole("button", { name: "Create the code" }).click();
  await expect(toasts(page)).toContainText(`${key} was created`);

  await page.getByLabel("Code, name or description").fill(key);
  await page.getByRole("row", { name: new RegExp(key) }).click();
  const panel = page.getByRole("dialog", { name: key, exact: true });
  await expect(panel.getByText("Created the code")).toBeVisible();
  await panel.getByRole("button", { name: "Edit code" }).click();
  const edit = page.getByRole("dialog", { name: `Edit ${key}` });
  await edit.getByLabel("Description").fill("Opens the reel room.");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(panel.getByText("Opens the reel room.", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Delete code" }).click();
  const question = page.getByRole("dialog", { name: `Delete ${key}?` });
  await expect(question.getByRole("button", { name: "Delete code" })).toBeDisabled();
  await question.getByLabel(/^Type/).fill(key);
  await question.getByRole("button", { name: "Delete code" }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole("heading", { name: "No code matches" })).toBeVisible();
});

test("a system code says why it stays, and a reader changes nothing", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: WRITER }));
  await page.goto("/#/perm-manage?code=MAGI_ADMIN");
  const panel = page.getByRole("dialog", { name: "MAGI_ADMIN", exact: true });
  await expect(panel.getByText("A system code cannot be deleted.")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Delete code" })).toBeDisabled();
  await panel.getByRole("button", { name: "Edit code" }).click();
  await expect(page.getByRole("dialog", { name: "Edit MAGI_ADMIN" }).getByLabel("Name")).toBeDisabled();

  const reader = await people.add({ realname: unique("Rosa Reader"), permissions: READER });
  await enterAs(reader);
  await leavePage(page);
  await page.goto(`/#/perm-manage?tab=matrix&q=${reader.username}`);
  await expect(page.getByText(/Granting and revoking codes requires PERM_MANAGE_W/)).toBeVisible();
  await cell(page, reader, "PERM_MANAGE_R", "held").click();
  await expect(page.getByText("You have read-only access.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Review|No changes/ })).toHaveCount(0);
});

test("an administrator grants and revokes codes by keyboard, reviews them and saves them with a reason", async ({
  page,
  people,
  enterAs,
}) => {
  const lea = await people.add({ realname: unique("Lea Learner"), permissions: ["USE_VERSION_1_0"] });
  const admin = await people.add({ realname: unique("Ada Admin"), permissions: WRITER });
  await enterAs(admin);
  await page.goto(`/#/perm-manage?tab=matrix&q=${lea.username}`);
  await expect(cell(page, lea, "USE_VERSION_1_0", "held")).toBeVisible();
  await expect(page.getByRole("button", { name: "No changes yet" })).toBeDisabled();
  await page.getByRole("grid").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Review 2 changes" })).toBeVisible();
  await page.keyboard.press("Space");
  await cell(page, lea, "PERM_MANAGE_R", "not held").click();
  await cell(page, lea, "USE_VERSION_1_0", "held").click();
  await page.keyboard.press("r");
  await expect(review(page).getByRole("listitem").filter({ hasText: lea.username })).toContainText("USE_VERSION_1_0");
  await review(page).getByLabel("Reason").fill("moved to the review team");
  await review(page)
    .getByRole("button", { name: /^Save \d changes$/ })
    .click();
  await expect(toasts(page)).toContainText("were saved");
  await expect(cell(page, lea, "PERM_MANAGE_R", "held")).toBeVisible();
  await expect(cell(page, lea, "USE_VERSION_1_0", "not held")).toBeVisible();

  await page.getByRole("rowheader", { name: new RegExp(lea.username) }).click();
  const history = page.getByRole("dialog", { name: `Permissions of ${lea.realname}` });
  await expect(history.getByText("moved to the review team")).toBeVisible();
  await expect(history.getByText(/\+ PERM_MANAGE_R/)).toBeVisible();
});

test("nobody changes their own row, and leaving with changes asks", async ({ page, people, enterAs }) => {
  const admin = await people.add({ realname: unique("Ada Admin"), permissions: WRITER });
  const lea = await people.add({ realname: unique("Lea Learner") });
  await enterAs(admin);
  await page.goto(`/#/perm-manage?tab=matrix&q=${admin.username}`);
  await cell(page, admin, "PERM_MANAGE_W", "held").click();
  await expect(page.getByText(/You cannot change your own permissions/)).toBeVisible();
  await expect(page.getByRole("button", { name: "No changes yet" })).toBeVisible();

  await page.getByLabel("Username, name or e-mail").fill(lea.username);
  await cell(page, lea, "USER_MANAGE_R", "not held").click();
  await page.getByLabel("Username, name or e-mail").fill(admin.username);
  await expect(cell(page, admin, "PERM_MANAGE_W", "held")).toBeVisible();
  await expect(page.getByRole("button", { name: "Review 1 change" })).toBeVisible();
  await page.getByRole("link", { name: "Codes" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Review 1 change" })).toBeVisible();
  await page.getByRole("link", { name: "Codes" }).click();
  await question.getByRole("button", { name: "Leave and discard" }).click();
  await expect(page.getByRole("row", { name: /MAGI_ADMIN/ })).toBeVisible();
});

test("who was changed meanwhile is named, and the rest is kept", async ({ page, people, enterAs, faults }) => {
  faults.allow(/status of 409/);
  const lea = await people.add({ realname: unique("Lea Late") });
  await enterAs(await people.add({ permissions: WRITER }));
  await page.goto(`/#/perm-manage?tab=matrix&q=${lea.username}`);
  await cell(page, lea, "USE_VERSION_1_0", "not held").click();
  await cell(page, lea, "USER_MANAGE_R", "not held").click();
  const change = { id: lea.id, expected_version: 1, add: ["USER_MANAGE_R"], remove: [] };
  await callFrom(page, "/perm/change", { changes: [change], reason: "" });
  await page.getByRole("button", { name: "Review 2 changes" }).click();
  await review(page).getByRole("button", { name: "Save 2 changes" }).click();
  await expect(review(page).getByText(/1 user was changed in the meantime/)).toBeVisible();
  await expect(review(page).getByText("+ USER_MANAGE_R")).toBeVisible();
  await review(page).getByRole("button", { name: "Save 1 change" }).click();
  await expect(toasts(page).last()).toContainText("1 change was saved");
  await expect(cell(page, lea, "USE_VERSION_1_0", "held")).toBeVisible();
});

test("the permissions page that cannot be loaded says 'something error', with a way back", async ({
  page,
  people,
  enterAs,
  faults,
}) => {
  faults.allow(/status of 500/);
  await enterAs(await people.add({ permissions: WRITER }));
  await page.route("**/api_v1/perm/list*", (route) =>
    route.fulfill({ status: 500, json: { code: "internal", detail: "not now", request_id: "r-9" } }),
  );
  await page.goto("/#/perm-manage");
  await expect(page.getByRole("main").getByText(MESSAGES.permissionsFailed)).toBeVisible();
  await page.unroute("**/api_v1/perm/list*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("row", { name: /MAGI_ADMIN/ })).toBeVisible();
});

test("platform flags show the mask they make, before and after", async ({ page, people, enterAs }) => {
  const lea = await people.add({ realname: unique("Lea Learner"), permissions: ["MAGI_VIEW_PAYMENTS"] });
  const admin = await people.add({ realname: unique("Ada Admin"), permissions: ["MAGI_ADMIN", "MAGI_UGC_AUDIT"] });
  await enterAs(admin);
  await page.goto(`/#/platform/permission?q=${admin.username}`);
  await expect(page.getByText("0b1_0000_1001")).toBeVisible();
  await cell(page, admin, "MAGI_ADMIN", "held").click();
  await expect(page.getByText(/You cannot change your own permissions/)).toBeVisible();
  await page.getByText("Flag descriptions").click();
  await expect(page.getByText("All signed-in users have it.")).toBeVisible();

  await page.getByLabel("Username, name or e-mail").fill(lea.username);
  await cell(page, lea, "MAGI_UPLOAD_ASSETS", "not held").click();
  await expect(page.getByText("You can grant only codes that you hold.")).toBeVisible();
  await cell(page, lea, "MAGI_UGC_AUDIT", "not held").click();
  await expect(page.getByText("0b1000_1001")).toBeVisible();
  await page.getByRole("button", { name: "Review 1 change" }).click();
  await review(page).getByRole("button", { name: "Save 1 change" }).click();
  await expect(cell(page, lea, "MAGI_UGC_AUDIT", "held")).toBeVisible();
  await expect(page.getByText("137", { exact: true })).toBeVisible();

  await page.getByLabel("Username, name or e-mail").fill("nobody at all");
  await expect(page.getByRole("heading", { name: "No user matches" })).toBeVisible();
});

test("the matrix can be used in Chinese", async ({ page, people, enterAs }) => {
  const lea = await people.add({ realname: unique("Lea Learner") });
  await enterAs(await people.add({ permissions: [...WRITER, "MAGI_ADMIN"] }));
  await page.addInitScript(() => localStorage.setItem("language", "zh"));
  await page.goto(`/#/perm-manage?tab=matrix&q=${lea.username}`);
  await page.getByRole("gridcell", { name: `${lea.realname}，USE_VERSION_1_0：未持有` }).click();
  await page.getByRole("button", { name: "查看 1 项修改" }).click();
  await page.getByRole("button", { name: "保存 1 项修改" }).click();
  await expect(toasts(page)).toContainText("已保存 1 项修改");
  await page.goto("/#/platform/permission");
  await expect(page.getByText("有效掩码")).toBeVisible();
});
