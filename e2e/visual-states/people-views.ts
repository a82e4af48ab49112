import { expect, type Page } from "@playwright/test";
import { callFrom, readFrom } from "../fixtures/call.ts";
import type { View } from "./view.ts";

const FIRST = ["Mei", "Lea", "Tomás", "Ingrid", "Kwame", "Yuki", "Anaïs", "Omar", "Priya", "Jonas", "Sofía", "Wei"];
const LAST = ["Lin", "Okafor", "Rivera", "Dahl", "Mensah", "Tanaka", "Laurent", "Haddad", "Nair", "Weber"];
const ROLES = ["developer", "developer", "developer", "labeller", "reviewer"];
const CODES = [
  "USE_VERSION_1_0",
  "USE_VERSION_1_0 PERFORMER_PLAYGROUND",
  "USE_VERSION_1_0 DYNAMIC_CONFIG_MANAGE STATIC_RESOURCE_MANAGE",
  "",
  "USE_VERSION_1_0 USER_MANAGE_R PERM_MANAGE_R",
  "MAGI_VIEW_USER_INFO MAGI_VIEW_PAYMENTS",
  "MAGI_UGC_AUDIT MAGI_VIEW_USER_INFO",
];

const line = (place: number): string => {
  const first = FIRST[place % FIRST.length] ?? "";
  const last = LAST[(place * 7) % LAST.length] ?? "";
  const plain = `${first}.${last}`
    .normalize("NFD")
    .replace(/[^A-Za-z.]/g, "")
    .toLowerCase();
  const role = ROLES[place % ROLES.length];
  const codes = role === "developer" ? CODES[place % CODES.length] : "";
  return `${plain}.${place},${plain}.${place}@dailies.test,${first} ${last},${role},${codes}`;
};

const CSV = ["username,email,realname,user_role,perms", ...Array.from({ length: 36 }, (_, place) => line(place))].join(
  "\n",
);

/** Users to show, created by the console's own import; only the first view of a run has to wait for it. */
const withPeople = async (page: Page): Promise<void> => {
  const { total } = await readFrom<{ total: number }>(page, "/user/list?q=mei.lin.0&limit=1");
  if (total > 0) return;
  const { digest } = await callFrom<{ digest: string }>(page, "/user/import_check", { csv: CSV });
  await callFrom(page, "/user/import_apply", { csv: CSV, digest });
};

const at =
  (address: string, isReady: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    await withPeople(page);
    await page.goto(`/#${address}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await isReady(page);
  };

const seen = (words: string | RegExp) => (page: Page) => expect(page.getByText(words).first()).toBeVisible();
const view = (name: string, open: View["open"]): View => ({ name, viewer: "administrator", open });

const openFirst = async (page: Page): Promise<void> => {
  await page
    .getByRole("row", { name: /mei\.lin/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Recent operations" })).toBeVisible();
};

const toggleSome = async (page: Page): Promise<void> => {
  const free = page.getByRole("gridcell", { name: /: not held$/ }).and(page.locator(":not([data-locked])"));
  for (const place of [3, 9, 24]) await free.nth(place).click();
  await page
    .getByRole("gridcell", { name: /: held$/ })
    .and(page.locator(":not([data-locked])"))
    .nth(5)
    .click();
};

/** Users, permissions and platform flags in their main states. */
export const PEOPLE_VIEWS: readonly View[] = [
  view("users", at("/user-manage", seen("Anaïs Laurent"))),
  view("users-none", at("/user-manage?q=zzzz", seen("No user matches"))),
  view(
    "users-detail",
    at("/user-manage?q=mei", async (page) => {
      await seen("Mei Lin")(page);
      await openFirst(page);
    }),
  ),
  view(
    "users-create",
    at("/user-manage", async (page) => {
      await page.getByRole("button", { name: "Create user" }).click();
      await expect(page.getByRole("checkbox", { name: /MAGI_ADMIN/ })).toBeAttached();
    }),
  ),
  view(
    "users-import",
    at("/user-manage", async (page) => {
      await page.getByRole("button", { name: "Import CSV" }).click();
      await seen("Download template")(page);
    }),
  ),
  view(
    "users-import-preview",
    at("/user-manage", async (page) => {
      await page.getByRole("button", { name: "Import CSV" }).click();
      const buffer = Buffer.from(`${CSV}\nnina.new,nina@dailies.test,Nina New,labeller,\nnot a name,x,,developer,`);
      await page.getByLabel(/Choose a file/).setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
      await seen("to create")(page);
    }),
  ),
  view("permission-codes", at("/perm-manage", seen("STATIC_RESOURCE_MANAGE"))),
  view("permission-code-detail", at("/perm-manage?code=PERM_MANAGE_W", seen("Permissions: change"))),
  view("permission-matrix", at("/perm-manage?tab=matrix", seen("Anaïs Laurent"))),
  view(
    "permission-matrix-changed",
    at("/perm-manage?tab=matrix", async (page) => {
      await seen("Anaïs Laurent")(page);
      await toggleSome(page);
      await seen("Review 4 changes")(page);
    }),
  ),
  view(
    "permission-review",
    at("/perm-manage?tab=matrix", async (page) => {
      await seen("Anaïs Laurent")(page);
      await toggleSome(page);
      await page.getByRole("button", { name: "Review 4 changes" }).click();
      await expect(page.getByRole("dialog", { name: /^Review/ })).toBeVisible();
    }),
  ),
  view("platform-flags", at("/platform/permission", seen("Anaïs Laurent"))),
];
