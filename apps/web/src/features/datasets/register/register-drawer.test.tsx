import type { DatasetRow } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aDataset, aDatasetDetail, aProfile, aRun, PROFILE_ID } from "../testing/a-dataset.ts";
import { type Answers, lastOf, openDatasets } from "../testing/open-datasets.ts";

const row = (ordinal: number, more: Partial<DatasetRow> = {}): DatasetRow => ({
  ordinal,
  key: `0000:${ordinal}`,
  media: { object: "demo/shard.00000.mds", offset: 1_309, bytes: 52_000, content_type: "video/mp4" },
  caption: "a ferry in fog",
  duration_s: 3,
  width: 640,
  height: 360,
  fps: 24,
  frames: 72,
  codec: "avc1",
  fault: null,
  values: { caption: `a ferry in fog, take ${ordinal}`, aesthetic: 5.25 },
  ...more,
});

const found = {
  uri: "s3://datasets/demo/mds/",
  profile_id: PROFILE_ID,
  profile_name: "Own store",
  kind: "MDS",
  layout: "plain",
  columns: [
    { name: "key", type: "text", encoding: "", role: "key", is_indexed: true },
    { name: "width", type: "integer", encoding: "", role: null, is_indexed: true },
    ...aDatasetDetail(aDataset(1)).columns,
  ],
  parts: 4,
  items: 2_000,
  bytes: 114_000_000,
  rows: [row(0), row(1), row(2, { fault: "the shard ends before this sample" })],
  warnings: ["A column of pickled Python objects is never decoded."],
};

const ferry = aDataset(9, { name: "ferry", version: null, items: null, status: "Indexing" });
const answers: Answers = {
  "datasets.tryDataset": () => ({ reply: found }),
  "datasets.createDataset": () => ({ reply: ferry }),
  "datasets.getDataset": () => ({
    reply: aDatasetDetail({ ...ferry, run: aRun({ status: "Running", parts_done: 2, items_done: 900, faults: 1 }) }),
  }),
};

const uriBox = (): Promise<HTMLInputElement> => screen.findByRole("textbox", { name: "Location" });

describe("registering a dataset", () => {
  it("looks inside before anything is kept, then saves what was found and shows the indexing", async () => {
    const { user, sent } = openDatasets("/dataset?open=register&uri=s3%3A%2F%2Fdatasets%2Fdemo%2Fmds%2F", { answers });
    await uriBox();
    await user.click(screen.getByRole("button", { name: "Inspect" }));
    const result = await screen.findByRole("region", { name: "Detected dataset" });
    for (const text of ["Own store", "MDS", "2,000", "114 MB"]) expect(within(result).getByText(text)).toBeDefined();
    expect(within(result).getByText("A column of pickled Python objects is never decoded.")).toBeDefined();
    expect(within(result).getByText("the shard ends before this sample")).toBeDefined();
    expect(within(result).getByText("a ferry in fog, take 1")).toBeDefined();
    expect(within(result).getAllByRole("cell", { name: "640" })).toHaveLength(2);
    expect(sent.some(({ name }) => name === "datasets.createDataset")).toBe(false);
    const name = screen.getByLabelText<HTMLInputElement>("Name");
    expect(name.value).toBe("mds");
    await user.clear(name);
    await user.type(name, "ferry");
    await user.click(screen.getByRole("button", { name: "Register and index" }));
    expect(await screen.findByText("“ferry” was registered")).toBeDefined();
    expect(lastOf(sent, "datasets.createDataset")?.body).toMatchObject({
      name: "ferry",
      uri: found.uri,
      kind: "MDS",
      layout: "plain",
    });
    const bar = await screen.findByRole("progressbar", { name: "Indexing ferry" });
    expect(bar.getAttribute("aria-valuenow")).toBe("2");
    expect(screen.getByText("900 samples read")).toBeDefined();
    expect(screen.getByRole("link", { name: "Open dataset" }).getAttribute("href")).toContain(ferry.id);
    await user.click(screen.getByRole("button", { name: "Register another dataset" }));
    expect((await uriBox()).value).toBe("");
    expect(screen.queryByRole("region", { name: "Detected dataset" })).toBeNull();
  });

  it("looks inside again before another kind is registered", async () => {
    const { user, sent } = openDatasets("/dataset?open=register&uri=s3%3A%2F%2Fdatasets%2Fdemo%2Fmds%2F", {
      answers: {
        ...answers,
        "datasets.tryDataset": ({ body }) => ({
          reply: { ...found, kind: (body as { kind?: string }).kind ?? "MDS" },
        }),
      },
    });
    await uriBox();
    await user.click(screen.getByRole("button", { name: "Inspect" }));
    await screen.findByRole("button", { name: "Register and index" });
    await user.click(screen.getByRole("combobox", { name: "Format" }));
    await user.click(await screen.findByTitle("Parquet"));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Register and index" })).toBeNull());
    await user.click(screen.getByRole("button", { name: "Inspect" }));
    await user.click(await screen.findByRole("button", { name: "Register and index" }));
    await waitFor(() => expect(lastOf(sent, "datasets.createDataset")?.body).toMatchObject({ kind: "Parquet" }));
  });

  it("refuses an address that is none before asking the server", async () => {
    const { user, sent } = openDatasets("/dataset?open=register", { answers });
    await user.type(await uriBox(), "https://example.com/x");
    await user.click(screen.getByRole("button", { name: "Inspect" }));
    expect(await screen.findByText("A URI looks like s3://bucket/folder/")).toBeDefined();
    expect(sent.some(({ name }) => name === "datasets.tryDataset")).toBe(false);
    await user.type(await uriBox(), "/");
    expect(screen.queryByText("A URI looks like s3://bucket/folder/")).toBeNull();
  });

  it("says why an address cannot be read and clears that with another address", async () => {
    const { user } = openDatasets("/dataset?open=register", {
      answers: {
        "datasets.tryDataset": () => ({
          refuse: 404,
          code: "not_found",
          detail: "no storage profile holds s3://other/; an administrator can add one",
        }),
      },
    });
    await user.type(await uriBox(), "s3://other/");
    await user.click(screen.getByRole("button", { name: "Inspect" }));
    const panel = await screen.findByText("The location could not be read as a dataset");
    expect(panel.closest('[role="alert"]')?.textContent).toContain("no storage profile holds s3://other/");
    await user.type(await uriBox(), "x/");
    expect(screen.queryByText("The location could not be read as a dataset")).toBeNull();
  });

  it("finds the folder by browsing the registered places", async () => {
    const { user, sent } = openDatasets("/dataset?open=register", {
      answers: {
        ...answers,
        "storage.browseStorage": ({ url }) => ({
          reply: {
            uri: url.searchParams.get("uri") ?? "",
            profile_id: aProfile(1).id,
            folders: url.searchParams.get("uri") === "s3://datasets/" ? ["demo/"] : [],
            files: url.searchParams.get("uri") === "s3://datasets/" ? [] : [{ name: "index.json", bytes: 4_200 }],
            is_truncated: false,
          },
        }),
      },
    });
    await uriBox();
    await user.click(screen.getByRole("button", { name: "Browse" }));
    const panel = await screen.findByRole("region", { name: "Storage profiles" });
    await user.click(await within(panel).findByRole("button", { name: /Own store/ }));
    await user.click(await within(panel).findByRole("button", { name: "demo/" }));
    expect(await within(panel).findByText("4.20 kB")).toBeDefined();
    expect((await uriBox()).value).toBe("s3://datasets/demo/");
    await user.click(within(panel).getByRole("button", { name: "Parent folder" }));
    await waitFor(async () => expect((await uriBox()).value).toBe("s3://datasets/"));
    expect(lastOf(sent, "storage.browseStorage")?.url.searchParams.get("uri")).toBe("s3://datasets/demo/");
  });
});
