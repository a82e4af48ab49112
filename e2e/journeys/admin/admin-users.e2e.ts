import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { currentRun } from "../../environment.ts";
import { callFrom } from "../../fixtures/call.ts";
import { mailsTo } from "../../fixtures/people/mails.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";
import { toasts } from "../../fixtures/toasts.ts";

const READER = ["USE_VERSION_1_0", "USER_MANAGE_R"] as const;
const WRITER = [...READER, "USER_MANAGE_W"] as const;

const rowOf = (page: Page, { username }: Pick<Person, "username">): Locator =>
  page.getByRole("row", { name: new RegExp(username) });
const drawer = (page: Page, name: string): Locator => page.getByRole("dialog", { name, exact: true });

const openPerson = async (page: Page, person: Person): Promise<Locator> => {
  await page.goto(`/#/user-manage?user=${person.id}`);
  const panel = drawer(page, person.realname);
  await expect(panel.getByRole("heading", { name: "Recent operations" })).toBeVisible();
  return panel;
};

const newName = (): string => `zoe-${Date.now().toString(36)}`;
const fileOf = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

test("a person is created, invited and found again", async ({ page, people, enterAs }) => {
  const ada = await people.add({ realname: "Ada Admin", permissions: WRITER });
  await enterAs(ada);
  // Other users may precede her in the list, and only visible rows are in the DOM.
  await page.goto(`/#/user-manage?q=${ada.username}`);
  await expect(rowOf(page, ada).getByText("you", { exact: true })).toBeVisible();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "Create a user" });
  const username = newName();
  await dialog.getByRole("button", { name: "Create and invite" }).click();
  await expect(dialog.getByText("please enter a name")).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill("Zoe Zimmer");
  await dialog.getByLabel("Username").fill(username);
  await dialog.getByLabel("E-mail").fill(`${username}@dailies.test`);
  await expect(dialog.getByRole("checkbox", { name: /MAGI_ADMIN/ })).toBeDisabled();
  await expect(dialog.getByText("You can grant only permissions that you hold.").first()).toBeVisible();
  await dialog.getByRole("checkbox", { name: /USE_VERSION_1_0/ }).check();
  await dialog.getByRole("button", { name: "Create and invite" }).click();
  await expect(toasts(page)).toContainText("Zoe Zimmer was created");
  await expect(dialog).toBeHidden();

  await page.getByLabel("Username, name or e-mail").fill(username);
  await expect(page).toHaveURL(new RegExp(`q=${username}`));
  await rowOf(page, { username }).click();
  const panel = drawer(page, "Zoe Zimmer");
  await expect(panel.getByText(`granted by ${ada.username}`)).toBeVisible();
  await expect(panel.getByText("Created the user")).toBeVisible();
  await expect(panel.getByText("No active sessions.")).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(currentRun().mailApiUrl, `${username}@dailies.test`)).length)
    .toBeGreaterThan(0);
  await panel.getByRole("button", { name: "Resend invitation" }).click();
  await expect(toasts(page).last()).toContainText("The invitation was sent");
});

test("a username that is taken stays in the form, with the reason", async ({ page, people, enterAs, faults }) => {
  faults.allow(/status of 409/);
  const ada = await people.add({ permissions: WRITER });
  await enterAs(ada);
  await page.goto("/#/user-manage");
  await page.getByRole("button", { name: "Create user" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a user" });
  await dialog.getByLabel("Name", { exact: true }).fill("Somebody");
  await dialog.getByLabel("Username").fill(ada.username);
  await dialog.getByLabel("E-mail").fill(`${newName()}@dailies.test`);
  await dialog.getByRole("button", { name: "Create and invite" }).click();
  await expect(dialog.getByRole("alert")).toContainText(ada.username);
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Somebody");
});

test("who may only look is offered nothing to change", async ({ page, people, enterAs }) => {
  const other = await people.add({ realname: "Olga Other" });
  await enterAs(await people.add({ permissions: READER }));
  await page.goto("/#/user-manage");
  await expect(page.getByText("Changing users requires USER_MANAGE_W")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create user" })).toHaveCount(0);
  const panel = await openPerson(page, other);
  await expect(panel.getByRole("button", { name: /Edit|Disable|End/ })).toHaveCount(0);
});

test("of oneself only the name can be changed, and the screen says so first", async ({ page, people, enterAs }) => {
  const ada = await people.add({ realname: "Ada Own", permissions: WRITER });
  await enterAs(ada);
  const panel = await openPerson(page, ada);
  await expect(panel.getByText("You cannot disable your own account.")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Disable user" })).toHaveCount(0);
  await panel.getByRole("button", { name: "Edit user" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Ada Own" });
  await expect(dialog.getByText(/Only another administrator/)).toBeVisible();
  await expect(dialog.getByRole("checkbox")).toHaveCount(0);
  await dialog.getByLabel("Name").fill("Ada Renamed");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(drawer(page, "Ada Renamed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Account: Ada Renamed" })).toBeAttached();
});

test("an edit that came too late leads to a choice", async ({ page, people, enterAs, faults }) => {
  faults.allow(/status of 409/);
  const lea = await people.add({ realname: "Lea Late" });
  await enterAs(await people.add({ permissions: WRITER }));
  const panel = await openPerson(page, lea);
  await panel.getByRole("button", { name: "Edit user" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Lea Late" });
  await dialog.getByLabel("Name").fill("Lea Mine");
  await callFrom(page, "/user/update", { id: lea.id, expected_version: 1, user_role: "reviewer" });
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByText(/^Another user changed/)).toBeVisible();
  await dialog.getByRole("button", { name: "Show difference" }).click();
  await expect(dialog.getByRole("row", { name: "Role developer reviewer" })).toBeVisible();
  await dialog.getByRole("button", { name: "Load their version" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("Lea Late");
  await dialog.getByLabel("Name").fill("Lea Both");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(drawer(page, "Lea Both")).toContainText("reviewer");
});

test("disabling names the person, ends their sessions and can be taken back", async ({ page, people, enterAs }) => {
  const ben = await people.add({ realname: "Ben Busy" });
  await people.cookieOf(ben);
  await people.cookieOf(ben, "curl/8.9");
  await enterAs(await people.add({ permissions: WRITER }));
  const panel = await openPerson(page, ben);
  await panel.getByRole("button", { name: "End the session on curl" }).click();
  await expect(panel.getByText("curl")).toHaveCount(0);
  await expect(panel.getByText("Chrome on Linux")).toBeVisible();
  await panel.getByRole("button", { name: "Disable user" }).click();
  const question = page.getByRole("dialog", { name: "Disable Ben Busy?" });
  await expect(question).toContainText("signed out everywhere within a second");
  await question.getByRole("button", { name: "Disable Ben Busy" }).click();
  await expect(panel.getByText("No active sessions.")).toBeVisible();
  await expect(panel.getByText("Disabled", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Enable user" }).click();
  await page.getByRole("dialog", { name: "Enable Ben Busy?" }).getByRole("button", { name: "Enable Ben Busy" }).click();
  await expect(panel.getByText("Enabled", { exact: true })).toBeVisible();
});

test("the user list keeps filters, order and page in the address, and says that nothing was found", async ({
  page,
  people,
  enterAs,
}) => {
  await people.add({ realname: "Nele Newcomer", role: "labeller", hasPassword: false });
  await enterAs(await people.add({ permissions: READER }));
  await page.goto("/#/user-manage?user_role=labeller&password=missing&sort=realname&order=desc");
  await expect(page.getByRole("row", { name: /Nele Newcomer/ }).first()).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Name", exact: true })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await page.getByLabel("Username, name or e-mail").fill("nobody at all");
  await expect(page.getByRole("heading", { name: "No user matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(page).toHaveURL(/#\/user-manage$/);
  await expect(page.getByRole("grid").getByRole("row").nth(1)).toBeVisible();
});

test("a file of people is previewed, imported once and reported", async ({ page, people, enterAs, faults }) => {
  faults.allow(/status of 409/);
  const known = await people.add({ realname: "Karl Known" });
  await enterAs(await people.add({ permissions: WRITER }));
  await page.goto("/#/user-manage");
  const name = newName();
  const csv = [
    "username,email,realname,user_role,perms",
    `${name},${name}@dailies.test,=Zoe,labeller,`,
    `${known.username},${known.email},Karl Renamed,developer,`,
    "not a name,broken,,developer,",
  ].join("\r\n");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import users" });
  await dialog.getByLabel(/Choose a file/).setInputFiles(fileOf("latin.csv", ""));
  await expect(dialog.getByText("The file is empty.")).toBeVisible();
  await dialog.getByLabel(/Choose a file/).setInputFiles(fileOf("people.csv", csv));
  await expect(dialog.getByRole("button", { name: "1 to create" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "1 to update" })).toBeVisible();
  await dialog.getByRole("button", { name: "1 rejected" }).click();
  await expect(dialog.getByRole("grid").getByRole("row")).toHaveCount(2);

  const { items } = await page.evaluate(
    async (id) => ({ items: await (await fetch(`/api_v1/user/info?id=${id}`)).json() }),
    known.id,
  );
  await callFrom(page, "/user/update", { id: known.id, expected_version: items.version, user_role: "reviewer" });
  await dialog.getByRole("button", { name: "Import 2 users" }).click();
  await expect(dialog.getByText(/changed since the preview/)).toBeVisible();
  await dialog.getByRole("button", { name: "Import 2 users" }).click();
  await expect(dialog.getByRole("button", { name: "1 created" })).toBeVisible();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download as CSV" }).click();
  const report = await readFile(await (await download).path(), "utf8");
  expect(report).toContain(",'=Zoe,");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByLabel("Username, name or e-mail").fill(name);
  await expect(rowOf(page, { username: name })).toContainText("labeller");
});

test("the list can be used in Chinese", async ({ page, people, enterAs }) => {
  const ada = await people.add({ permissions: WRITER });
  await enterAs(ada);
  await page.addInitScript(() => localStorage.setItem("language", "zh"));
  await page.goto(`/#/user-manage?q=${ada.username}`);
  await expect(page.getByRole("heading", { name: "用户管理" })).toBeVisible();
  await rowOf(page, ada).click();
  await expect(page.getByText("你不能停用自己的账户。")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "创建用户" }).click();
  const dialog = page.getByRole("dialog", { name: "创建用户" });
  await expect(dialog.getByRole("checkbox", { name: /平台管理员/ })).toBeDisabled();
});
