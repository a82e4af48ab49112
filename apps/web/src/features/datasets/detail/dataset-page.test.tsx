import type { DatasetDetail, DatasetView } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aDatasetDetail, aRun, aVersion } from "../testing/a-dataset.ts";
import { type Answers, dialogTitled, ferry, lastOf, openDatasets, rain } from "../testing/open-datasets.ts";

const how = { version: 1, total: 0, total_exact: true, partial: false, timed_out: false, scanned: 0, took_ms: 1 };
const noItems: Answers = {
  "datasets.listItems": () => ({ reply: { items: [], next_cursor: null, ...how } }),
  "datasets.sampleItems": () => ({ reply: { items: [], seed: 0, strategy: "random", ...how } }),
  "datasets.facetItems": () => ({ reply: { facets: [], full_total: 0, ...how } }),
  "datasets.explainEmpty": () => ({ reply: { predicates: [] } }),
  "datasets.listItemExports": () => ({ reply: { items: [], total: 0 } }),
};

const detail = aDatasetDetail(
  { ...rain, version: 2, tags: ["night"] },
  { versions: [aVersion(2, { items: 2_100, faults: 3 }), aVersion(1, { tags: ["train-10"], note: "first" })] },
);

const open = (dataset: DatasetDetail = detail, answers: Answers = {}, more = "", permissions: string[] = []) =>
  openDatasets(`/dataset?id=${dataset.id}${more}`, {
    answers: { ...noItems, "datasets.getDataset": () => ({ reply: dataset }), ...answers },
    permissions,
  });

const header = (): Promise<HTMLElement> => screen.findByRole("region", { name: "Dataset details" });

describe("the page of a dataset", () => {
  it("says what the shown version holds and leads to what cannot be read", async () => {
    open();
    const about = await header();
    expect(within(about).getByText("WebDataset")).toBeDefined();
    expect(within(about).getByText("2,100 items")).toBeDefined();
    const broken = within(about).getByRole("link", { name: "3 unreadable" });
    expect(decodeURIComponent(broken.getAttribute("href") ?? "")).toContain("where=fault IS NOT NULL");
    expect(screen.getByRole("link", { name: "Open in viewer" }).getAttribute("href")).toContain(
      `/sdv?dataset=${rain.id}`,
    );
  });

  it("shows the version of the address and another when it is chosen", async () => {
    const { user, router } = open(detail, {}, "&version=1");
    expect(within(await header()).getByText("2,000 items")).toBeDefined();
    await user.click(within(await header()).getByRole("combobox", { name: "Version" }));
    await user.click(await screen.findByText("Version 2 · newest"));
    await waitFor(() => expect(router.state.location.search).toBe(`?id=${rain.id}`));
    expect(within(await header()).getByText("2,100 items")).toBeDefined();
  });

  it("gives a version a tag and says when that takes it from another", async () => {
    const { user, sent } = open(detail, { "datasets.tagVersion": () => ({ reply: { versions: detail.versions } }) });
    await user.click(within(await header()).getByRole("button", { name: "Edit tags" }));
    const box = await screen.findByRole("textbox", { name: "New tag" });
    await user.type(box, "train-10");
    expect(await screen.findByText("“train-10” is on version 1 and will be moved.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Move tag" }));
    await waitFor(() => expect(lastOf(sent, "datasets.tagVersion")?.body).toEqual({ tag: "train-10", version: 2 }));
  });

  it("offers no tags to those who may not change it", async () => {
    open({ ...detail, is_mine: false });
    expect(within(await header()).queryByRole("button", { name: "Edit tags" })).toBeNull();
  });

  it("stays on the version it was opened with until the reader wants the new one", async () => {
    let answer = detail;
    const { user } = open(detail, {
      "datasets.getDataset": () => ({ reply: answer }),
      "datasets.pinDataset": () => ({ reply: { is_pinned: true } }),
    });
    await header();
    answer = aDatasetDetail({ ...rain, version: 3 }, { versions: [aVersion(3, { items: 9 }), ...detail.versions] });
    await user.click(screen.getByRole("button", { name: "Pin Rain at night" }));
    expect(await screen.findByText(/Version 3 is ready/)).toBeDefined();
    expect(within(await header()).getByText("2,100 items")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Show version 3" }));
    expect(await within(await header()).findByText("9 items")).toBeDefined();
  });

  it("shows the indexing of the first version and lets its owner cancel it", async () => {
    const { user, sent } = open(aDatasetDetail(ferry), {
      "datasets.cancelIndexing": () => ({ reply: aRun({ status: "Cancelled" }) }),
    });
    expect(await screen.findByRole("heading", { name: "Indexing the first version" })).toBeDefined();
    expect(screen.getByText("500 samples read")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Cancel Indexing Ferry" }));
    const dialog = await dialogTitled("Cancel indexing of Ferry?");
    await user.click(within(dialog).getByRole("button", { name: "Cancel indexing" }));
    await waitFor(() => expect(lastOf(sent, "datasets.cancelIndexing")?.url.pathname).toContain(ferry.id));
  });

  it("says why there is no version and offers to index again", async () => {
    open(aDatasetDetail({ ...ferry, run: aRun({ status: "Failed", error: "storage profile “Own store” refused" }) }));
    expect(await screen.findByText("storage profile “Own store” refused")).toBeDefined();
    expect(screen.getByRole("button", { name: "Reindex" })).toBeDefined();
  });

  it("tells above the items that the files have changed", async () => {
    open({ ...detail, health: { ...detail.health, state: "stale", reason: "2 shards are newer than version 2" } });
    expect(await screen.findByText("2 shards are newer than version 2")).toBeDefined();
    expect(screen.getByRole("button", { name: "Reindex" })).toBeDefined();
  });

  it("says that a dataset is gone, also for an address that is none", async () => {
    const missing = open(detail, { "datasets.getDataset": () => ({ refuse: 404, code: "not_found", detail: "gone" }) });
    expect(await screen.findByRole("heading", { name: "Dataset not found" })).toBeDefined();
    missing.unmount();
    openDatasets("/dataset?id=nonsense");
    expect(await screen.findByRole("link", { name: "Go to all datasets" })).toBeDefined();
  });
});

const view: DatasetView = {
  id: "0198da7a-0000-7000-9000-0000000000aa",
  dataset_id: rain.id,
  name: "Sharp and long",
  version: 1,
  filters: [],
  where: "aesthetic > 5",
  q: "",
  order_by: "",
  seed: 0,
  items: 812,
  created_by: "mei",
  created_at: "2026-01-02T03:04:05Z",
};

describe("saved views", () => {
  it("lead to their filter and version, and can be deleted by who made them", async () => {
    const others = { ...view, id: "0198da7a-0000-7000-9000-0000000000ab", name: "Lea's", created_by: "lea" };
    const { user, sent } = open(detail, {
      "datasets.listViews": () => ({ reply: { items: [view, others], total: 2 } }),
      "datasets.deleteView": () => ({ reply: { id: view.id } }),
    });
    await header();
    await user.click(await screen.findByRole("button", { name: "Views (2)" }));
    const link = await screen.findByRole("link", { name: /^Sharp and long/ });
    expect(link.textContent).toContain("812 items");
    const address = new URLSearchParams((link.getAttribute("href") ?? "").split("?")[1]);
    expect(Object.fromEntries(address)).toMatchObject({ id: rain.id, version: "1", where: "aesthetic > 5" });
    expect(screen.queryByRole("button", { name: "Delete view Lea's" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Delete view Sharp and long" }));
    const dialog = await dialogTitled("Delete view Sharp and long?");
    await user.click(within(dialog).getByRole("button", { name: "Delete view" }));
    await waitFor(() => expect(lastOf(sent, "datasets.deleteView")?.url.pathname).toContain(view.id));
  });
});
