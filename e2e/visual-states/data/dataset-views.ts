import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, refuseCall } from "../../fixtures/answers.ts";
import { readFrom } from "../../fixtures/call.ts";
import { KINDS, storeKinds } from "../../fixtures/datasets/catalogue-sets.ts";
import { registerSet } from "../../fixtures/datasets/item-sets.ts";
import type { View } from "../view.ts";

const nameOf = (kind: string): string => `Sixty clips, ${kind}`;

interface Listed {
  items: { id: string; name: string; uri: string }[];
}

const listed = async (page: Page): Promise<Listed["items"]> => (await readFrom<Listed>(page, "/dataset")).items;

const openList = async (page: Page, query = ""): Promise<void> => {
  await page.goto(`/#/dataset${query}`);
  await expect(page.getByRole("heading", { level: 1, name: "Datasets" })).toBeVisible();
};

/** The four kinds, read by the console itself; reused the second time. */
const withSets = async (page: Page): Promise<void> => {
  if ((await listed(page)).some(({ name }) => name === nameOf("Lance"))) return;
  const { uri } = await storeKinds();
  for (const { kind, path } of KINDS) await registerSet(page, `${uri}${path}`, nameOf(kind));
};

const postersThere = async (page: Page): Promise<void> => {
  const posters = page.locator("img[src*='/poster/']");
  // Each poster is generated on first request.
  await expect(posters.first()).toBeVisible({ timeout: 60_000 });
  const left = (): Promise<number> =>
    posters.evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth <= 1).length);
  await expect.poll(left, { timeout: 60_000 }).toBe(0);
};

type Act = (page: Page) => Promise<unknown>;

const view = (name: string, query: string, look: Act, prepare: Act = withSets): View => ({
  name: `datasets-${name}`,
  viewer: "administrator",
  open: async (page) => {
    await prepare(page);
    await openList(page, query);
    await look(page);
  },
});

const UNREADABLE = "the catalogue does not answer";

const uriOf = async (page: Page, kind: string): Promise<string> =>
  (await listed(page)).find(({ name }) => name === nameOf(kind))?.uri ?? "";

const lookInside = async (page: Page): Promise<void> => {
  await openList(page, `?open=register&uri=${encodeURIComponent(await uriOf(page, "MDS"))}`);
  await page.getByRole("button", { name: "Inspect" }).click();
  await expect(page.getByRole("region", { name: "Detected dataset" })).toBeVisible();
};

const openMenu = (page: Page): Promise<void> =>
  page.getByRole("button", { name: `Actions for ${nameOf("MDS")}` }).click();

/** The list of datasets and its drawers in their main states. */
export const DATASET_VIEWS: readonly View[] = [
  view("list", "", postersThere),
  view("cards", "?view=cards", postersThere),
  view("menu", "", async (page) => {
    await postersThere(page);
    await openMenu(page);
    await expect(page.getByRole("menuitem", { name: "Copy as Python" })).toBeVisible();
  }),
  view("delete", "", async (page) => {
    await openMenu(page);
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByRole("dialog", { name: /^Delete/ })).toBeVisible();
  }),
  view("register", "", lookInside),
  view("browse", "?open=register", async (page) => {
    await page.getByRole("button", { name: "Browse" }).click();
    const places = page.getByRole("region", { name: "Storage profiles" });
    await places.getByRole("button").first().click();
    await expect(places.getByRole("button", { name: "All storage profiles" })).toBeVisible();
  }),
  view("refused", "?open=register&uri=s3%3A%2F%2Felsewhere%2Fclips%2F", async (page) => {
    await page.getByRole("button", { name: "Inspect" }).click();
    await expect(page.getByText("The location could not be read as a dataset")).toBeVisible();
  }),
  view("storage", "?open=storage", async (page) => {
    await page
      .getByRole("button", { name: /^Test / })
      .first()
      .click();
    await expect(page.getByText("Can list files", { exact: true })).toBeVisible();
  }),
  view("profile", "?open=storage&profile=new", (page) =>
    expect(page.getByLabel("Bucket", { exact: true })).toBeVisible(),
  ),
  view("none-found", "?q=zzzz", (page) =>
    expect(page.getByRole("heading", { name: "No dataset matches" })).toBeVisible(),
  ),
  view(
    "empty",
    "",
    (page) => expect(page.getByRole("heading", { name: "No datasets yet" })).toBeVisible(),
    (page) => answerCall(page, contract.datasets.listDatasets, { items: [], total: 0 }),
  ),
  view(
    "failed",
    "",
    (page) => expect(page.getByRole("main").getByText(UNREADABLE)).toBeVisible(),
    (page) => refuseCall(page, contract.datasets.listDatasets, "internal", UNREADABLE),
  ),
];
