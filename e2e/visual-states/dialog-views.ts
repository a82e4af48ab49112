import { contract } from "@dailies/contract";
import { expect, type Locator, type Page } from "@playwright/test";
import { answerCall, refuseCall } from "../fixtures/answers.ts";
import type { View } from "./view.ts";

const dialogOn =
  (address: string, act: (page: Page) => Promise<void>, name?: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(`/#${address}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await act(page);
    await expect(page.getByRole("dialog", name ? { name } : {})).toBeVisible();
  };

const openAccountMenu = (page: Page): Promise<void> => page.getByRole("button", { name: /^Account: / }).click();
const menuItem = (page: Page, name: string): Locator => page.getByRole("menuitem", { name });

const SUMMARY = { unread: 2, is_mailed: true, language: "en" };
const bell = (page: Page): Locator => page.getByRole("button", { name: "Notifications, 2 unread" });

/** One of each kind; the events themselves are tested in their journey. */
const notifications = () => {
  const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const task = { id: "019a0000-0000-7000-8000-000000000001", name: "Night drive, checkpoint 42", kind: "Benchmark" };
  const items = [
    { kind: "judging_opened", task: { ...task, name: "Camera moves" } },
    { kind: "labelling_asked", label_task: { id: task.id, name: "Captions of small clips" } },
    { kind: "generation_finished", task, succeeded: 44, failed: 4 },
    { kind: "member_added", task: { ...task, name: "Hands and faces" }, by: "olga" },
    { kind: "board_shared", task: { ...task, name: "Rain and neon" }, by: "tom" },
    { kind: "request_decided", what: "grant", decision: "approved", by: "lea" },
  ].map((item, n) => ({ ...item, id: 9 - n, is_read: n > 1, created_at: minutesAgo(3 + n * 400) }));
  return { items, next_before: null };
};

const DEVICES = ["Laptop at work", "Phone of Ada", "Security key in the safe"];

/** Passkeys of the viewer; those of the real device are tested in the journey. */
const showPasskeys = async (page: Page): Promise<void> => {
  const items = DEVICES.map((name, n) => ({
    id: `019a0000-0000-7000-8000-00000000000${n}`,
    name,
    created_at: "2026-11-02T09:30:00.000Z",
    last_used_at: n === 2 ? null : "2026-11-18T07:15:00.000Z",
    is_backup_eligible: n !== 2,
    is_backed_up: n === 0,
  }));
  await answerCall(page, contract.passkeys.listPasskeys, { items, total: items.length });
  await answerCall(page, contract.secondFactors.getSecondFactor, { totp_since: null, recovery_codes_left: 9 });
};

const openSecondFactors = (page: Page): Promise<void> =>
  dialogOn(
    "/frog-home",
    async (target) => {
      await openAccountMenu(target);
      await menuItem(target, "two-step sign-in").click();
    },
    "Two-step sign-in",
  )(page);

export const DIALOG_VIEWS: readonly View[] = [
  {
    name: "set-password-first",
    viewer: "newcomer",
    open: dialogOn("/frog-home", async () => undefined, "set password"),
  },
  {
    name: "set-password-refused",
    viewer: "newcomer",
    open: async (page) => {
      await dialogOn("/frog-home", async () => undefined, "set password")(page);
      await page.getByLabel("Confirm password").fill("another one altogether");
      await page.getByRole("button", { name: "Set password" }).click();
      await expect(page.getByText("please enter a password")).toBeVisible();
      await expect(page.getByText("the two passwords do not match")).toBeVisible();
    },
  },
  {
    name: "set-password-change",
    viewer: "administrator",
    open: dialogOn(
      "/frog-home",
      async (page) => {
        await openAccountMenu(page);
        await menuItem(page, "set password").click();
      },
      "set password",
    ),
  },
  {
    name: "second-factors",
    viewer: "administrator",
    open: async (page) => {
      await showPasskeys(page);
      await openSecondFactors(page);
      await expect(page.getByText("Phone of Ada")).toBeVisible();
    },
  },
  {
    name: "passkey-removal",
    viewer: "administrator",
    open: async (page) => {
      await showPasskeys(page);
      await openSecondFactors(page);
      await page.getByRole("button", { name: "Remove Phone of Ada" }).click();
      await expect(page.getByRole("button", { name: "Confirm with a passkey" })).toBeVisible();
    },
  },
  {
    name: "confirm-with-passkey",
    viewer: "administrator",
    open: async (page) => {
      await showPasskeys(page);
      await refuseCall(page, contract.auth.endOtherSessions, "stale_sign_in", "please confirm that it is you");
      await dialogOn("/dev?tab=sessions", (target) =>
        target.getByRole("button", { name: "End all other sessions" }).click(),
      )(page);
      await page.getByRole("dialog").getByRole("button", { name: "End all other sessions" }).click();
      await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
    },
  },
  {
    name: "notifications",
    viewer: "administrator",
    open: async (page) => {
      await answerCall(page, contract.notifications.getNotificationSummary, SUMMARY);
      await answerCall(page, contract.notifications.listNotifications, notifications());
      await dialogOn("/frog-home", (target) => bell(target).click(), "Notifications")(page);
      await expect(page.getByText("2 unread", { exact: true })).toBeVisible();
    },
  },
  {
    name: "palette",
    viewer: "administrator",
    open: dialogOn("/frog-home", (page) => page.keyboard.press("Control+k"), "Search or jump"),
  },
  {
    name: "palette-empty",
    viewer: "administrator",
    open: async (page) => {
      await dialogOn("/frog-home", (target) => target.keyboard.press("Control+k"), "Search or jump")(page);
      await page.keyboard.type("zzzz");
      await expect(page.getByText("No matches.")).toBeVisible();
    },
  },
  {
    name: "palette-found",
    viewer: "administrator",
    open: async (page) => {
      await dialogOn("/frog-home", (target) => target.keyboard.press("Control+k"), "Search or jump")(page);
      await page.keyboard.type("administrator");
      await expect(page.getByRole("group", { name: "Console users" }).getByRole("option").first()).toBeVisible();
    },
  },
  {
    name: "palette-failed",
    viewer: "administrator",
    open: async (page) => {
      await refuseCall(page, contract.search.search, "unavailable", "try again later");
      await dialogOn("/frog-home", (target) => target.keyboard.press("Control+k"), "Search or jump")(page);
      await page.keyboard.type("ada admin");
      await expect(page.getByText("The search failed.")).toBeVisible();
    },
  },
  {
    name: "keys-help",
    viewer: "administrator",
    open: dialogOn("/dev", (page) => page.keyboard.press("?"), "Keyboard shortcuts"),
  },
  {
    name: "confirm-end-others",
    viewer: "administrator",
    open: dialogOn("/dev?tab=sessions", (page) => page.getByRole("button", { name: "End all other sessions" }).click()),
  },
  {
    name: "account-menu",
    viewer: "administrator",
    open: async (page) => {
      await page.goto("/#/frog-home");
      await openAccountMenu(page);
      await expect(menuItem(page, "logout")).toBeVisible();
    },
  },
  {
    name: "more-menu",
    viewer: "administrator",
    open: async (page) => {
      await page.goto("/#/frog-home");
      await page.getByRole("button", { name: "More" }).click();
      await expect(menuItem(page, "Developer desk")).toBeVisible();
    },
  },
];
