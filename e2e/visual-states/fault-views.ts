import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { refuseCall } from "../fixtures/answers.ts";
import type { View } from "./view.ts";

const title = (page: Page, name: string): Promise<void> => expect(page.getByRole("heading", { name })).toBeVisible();

/** What a user sees when something is broken, missing or forbidden. */
export const FAULT_VIEWS: readonly View[] = [
  {
    name: "error-screen",
    viewer: "administrator",
    open: async (page) => {
      await page.goto("/#/no-such-place");
      await title(page, "Unexpected Application Error!");
    },
  },
  {
    name: "session-failed",
    viewer: "administrator",
    open: async (page) => {
      await refuseCall(page, contract.auth.me, "internal", "unknown error, try again later");
      await page.goto("/#/dataset");
      await title(page, "something error");
    },
  },
  {
    name: "engines-failed",
    viewer: "administrator",
    open: async (page) => {
      await refuseCall(page, contract.system.getHealth, "internal", "the engines could not be asked");
      await page.goto("/#/dev");
      await expect(page.getByText("The engine status could not be loaded")).toBeVisible();
    },
  },
  {
    name: "reference-empty",
    viewer: "administrator",
    open: async (page) => {
      await page.goto("/#/dev?tab=reference");
      await page
        .getByRole("searchbox")
        .or(page.getByLabel("Search by method, path or description"))
        .first()
        .fill("zzzz");
      await expect(page.getByText("No endpoint matches")).toBeVisible();
    },
  },
  {
    name: "no-access",
    viewer: "external",
    open: async (page) => {
      await page.goto("/#/dataset");
      await title(page, "You do not have access to this screen");
    },
  },
  {
    name: "turned-away",
    viewer: "staff",
    open: async (page) => {
      await page.goto("/#/task-manage");
      await expect(page.getByText("current user has no permission to access")).toBeVisible();
    },
  },
  {
    name: "stale-build",
    viewer: "administrator",
    open: async (page) => {
      await page.route("**/assets/home-screen-*.js", (route) => route.fulfill({ status: 404, body: "" }));
      await page.goto("/#/frog-home");
      await title(page, "This screen could not be loaded");
    },
  },
  {
    name: "offline",
    viewer: "administrator",
    open: async (page) => {
      await page.goto("/#/frog-home");
      await expect(page.getByText("This session")).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.getByText(/^You are offline/)).toBeVisible();
    },
  },
];

export const FAULT_LINES =
  /status of (403|404|413|422|500|502|503)|ERR_INTERNET_DISCONNECTED|dynamically imported module/;
