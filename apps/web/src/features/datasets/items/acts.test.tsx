import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { anItem } from "./testing/an-item.ts";
import { bodiesOf, films, grid, inAddress, openItems } from "./testing/open-items.ts";

// jsdom has no decoder and would report every clip as unplayable.
beforeEach(() => void vi.spyOn(HTMLMediaElement.prototype, "canPlayType").mockReturnValue("probably"));

const how = { version: 1, total_exact: true, partial: false, timed_out: false, scanned: 20, took_ms: 5 };
const WHERE = "fps >= 24 AND width > 500";
const query = `&where=${encodeURIComponent(WHERE)}`;

it("the item browser shows what each condition leaves and a sample of what it threw away, and finds back", async () => {
  const { user, sent, router } = openItems(`${query}&panel=funnel`, {
    answers: {
      "datasets.funnelItems": () => ({
        reply: {
          full: { items: 20, duration_s: 7_200 },
          steps: [
            { where: "fps >= 24", items: 15, duration_s: 5_400, dropped: 5, dropped_where: "NOT fps >= 24" },
            {
              where: "width > 500",
              items: 12,
              duration_s: 3_600,
              dropped: 3,
              dropped_where: "fps >= 24 AND NOT width > 500",
            },
          ],
          ...how,
        },
      }),
    },
  });
  const funnel = await screen.findByRole("list", { name: "Funnel" });
  expect(bodiesOf(sent, "funnelItems")[0]?.steps).toEqual(["fps >= 24", "width > 500"]);
  expect(within(funnel).getByText("2 h 00 m")).toBeTruthy();
  expect(within(funnel).getByText("−20.0 % · 3")).toBeTruthy();
  await user.click(within(funnel).getByRole("button", { name: /dropped by “width > 500”/ }));
  await waitFor(() => expect(inAddress(router, "where")).toBe("fps >= 24 AND NOT width > 500"));
  expect(inAddress(router, "mode")).toBe("sample");
  expect(await screen.findByRole("list", { name: "Funnel" })).toBeTruthy();
  expect(bodiesOf(sent, "funnelItems").length).toBe(1);
  await user.click(await screen.findByRole("button", { name: "Back to filter" }));
  await waitFor(() => expect(inAddress(router, "where")).toBe(WHERE));
});

it("the item browser counts the funnel of a text search, and marks counts that are partial", async () => {
  const { sent } = openItems(`${query}&panel=funnel&q=fox`, {
    answers: {
      "datasets.funnelItems": () => ({
        reply: { full: { items: 8, duration_s: 60 }, steps: [], ...how, partial: true, scanned: 400_000 },
      }),
    },
  });
  expect(await screen.findByText("Captions with “fox”")).toBeTruthy();
  expect(bodiesOf(sent, "funnelItems")[0]).toMatchObject({ q: "fox", steps: ["fps >= 24", "width > 500"] });
  expect(screen.getByText("partial: 400,000 scanned")).toBeTruthy();
});

it("the item browser marks buckets and columns that are counted in part, and asks for the buckets again", async () => {
  const partial = { ...how, partial: true, scanned: 400_000 };
  const { sent, user } = openItems("&panel=buckets", {
    answers: {
      "datasets.bucketItems": () => ({ reply: { buckets: [], ...partial } }),
      "datasets.facetItems": () => ({
        reply: { facets: [], total: 0, full_total: 20, ...how, partial: true, timed_out: true },
      }),
    },
  });
  const buckets = await screen.findByRole("region", { name: "Buckets" });
  expect(within(buckets).getByText("partial: 400,000 scanned")).toBeTruthy();
  const rail = screen.getByRole("complementary", { name: "Filters" });
  expect((await within(rail).findAllByText("Not counted")).length).toBeGreaterThan(0);
  const [note] = within(rail).getAllByText("query timed out");
  const asked = bodiesOf(sent, "facetItems").length;
  await waitFor(() => expect(bodiesOf(sent, "bucketItems").length).toBeGreaterThan(1));
  expect(bodiesOf(sent, "facetItems").length).toBe(asked);
  await user.click(within(note?.parentElement as HTMLElement).getByRole("button", { name: "Search again" }));
  await waitFor(() => expect(bodiesOf(sent, "facetItems").length).toBe(asked + 1));
});

it("the item browser turns a bucket into a filter", async () => {
  const bucket = { resolution: "360p", frames: "65–128", aspect: "16:9", items: 9, duration_s: 30 };
  const { user, router } = openItems("&panel=buckets", {
    answers: {
      "datasets.bucketItems": () => ({
        reply: { buckets: [{ ...bucket, filters: [{ field: "height", op: "between", value: [300, 400] }] }], ...how },
      }),
    },
  });
  await user.click(await screen.findByRole("button", { name: "9 items of 360p, 16:9, 65–128 frames" }));
  await waitFor(() => expect(inAddress(router, "where")).toBe("height BETWEEN 300 AND 400"));
});

it("the item browser saves the choice as a view with its version and seed", async () => {
  const { user, sent } = openItems(`${query}&seed=7`, {
    answers: {
      "datasets.saveView": ({ body }) => {
        const { request_key: _key, ...rest } = body as { request_key: string; name: string };
        return {
          reply: {
            id: films.id,
            dataset_id: films.id,
            version: 1,
            filters: [],
            q: "",
            order_by: "",
            items: 12,
            created_by: "mei",
            created_at: "2026-01-02T03:04:05Z",
            where: WHERE,
            seed: 7,
            ...rest,
          },
        };
      },
    },
  });
  await within(await grid()).findByText("a fox runs, take 0");
  await user.keyboard("s");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText(WHERE)).toBeTruthy();
  await user.type(within(dialog).getByRole("textbox"), "Sharp and wide");
  await user.click(within(dialog).getByRole("button", { name: "Save view" }));
  expect(await screen.findByText("Saved Sharp and wide with 12 items")).toBeTruthy();
  expect(bodiesOf(sent, "saveView")[0]).toMatchObject({
    name: "Sharp and wide",
    where: WHERE,
    version: 1,
    seed: 7,
    filters: [],
  });
});

it("the item browser writes files in the background, shows how far they are, and stops them", async () => {
  const running = {
    id: films.id,
    dataset_id: films.id,
    format: "csv" as const,
    status: "Running" as const,
    rows_done: 5,
    rows_total: 20,
    bytes: null,
    error: null,
    is_expired: false,
    created_at: "2026-01-02T03:04:05Z",
    finished_at: null,
  };
  const finished = {
    ...running,
    id: "0198da7a-0000-7000-9000-0000000000aa",
    format: "parquet" as const,
    status: "Finished" as const,
    rows_done: 20,
    bytes: 4_000,
  };
  const expired = {
    ...finished,
    id: "0198da7a-0000-7000-9000-0000000000ab",
    format: "jsonl" as const,
    is_expired: true,
  };
  const { user, sent } = openItems(query, {
    answers: {
      "datasets.listItemExports": () => ({ reply: { items: [running, finished, expired], total: 3 } }),
      "datasets.exportItems": () => ({ reply: running }),
      "datasets.cancelItemExport": () => ({ reply: { ...running, status: "Cancelled" as const } }),
    },
  });
  await within(await grid()).findByText("a fox runs, take 0");
  await user.click(await screen.findByRole("button", { name: "Exporting 1" }));
  expect((await screen.findByRole("link", { name: "Download Parquet" })).getAttribute("href")).toContain(
    `/export/${finished.id}/download`,
  );
  expect(screen.getByText(/^JSON Lines: the file was deleted/)).toBeDefined();
  expect(screen.queryByRole("link", { name: "Download JSON Lines" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "JSON Lines" }));
  await waitFor(() =>
    expect(bodiesOf(sent, "exportItems")[0]).toMatchObject({ format: "jsonl", where: WHERE, version: 1 }),
  );
  await user.click(screen.getByRole("button", { name: /Cancel.*CSV file/ }));
  await waitFor(() => expect(sent.some(({ name }) => name === "datasets.cancelItemExport")).toBe(true));
});

it("the item browser exports only columns that can be written, says which are left out, and shows a refusal", async () => {
  const { user, sent } = openItems("&view=table&cols=caption&cols=embedding", {
    answers: {
      "datasets.exportItems": () => ({ refuse: 409, code: "conflict", detail: "5 of your files are being written" }),
    },
  });
  await user.click(await screen.findByRole("button", { name: "Export" }));
  expect(await screen.findByText("Not exported (not indexed): embedding")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "CSV" }));
  const title = await screen.findByText("The export could not be started");
  expect(title.closest('[role="alert"]')?.textContent).toContain("5 of your files are being written");
  expect(bodiesOf(sent, "exportItems")[0]?.columns).toEqual(["caption"]);
});

it("the item browser does not save a view while the filter cannot be read", async () => {
  const { user } = openItems("&where=fps%20%3D%3D");
  await screen.findByText("Invalid filter");
  expect(screen.getByRole("button", { name: "Save view" })).toHaveProperty("disabled", true);
  await user.keyboard("s");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("the item browser opens an item with its columns, captions and neighbours", async () => {
  const item = anItem(4, {
    values: {
      aesthetic: 4.9,
      is_safe: true,
      long_caption: "a red fox runs, take 4",
      embedding: { kind: "vector", bytes: 2_048, preview: "[0.1, 0.2, …]" },
      latent: { kind: "binary", bytes: 5_200, preview: "" },
    },
  });
  const { user, router } = openItems("&item=4", {
    answers: {
      "datasets.getItem": ({ url }) => ({
        reply: {
          item: url.pathname.endsWith("/4") ? item : anItem(5),
          used_in: [{ kind: "view", id: "1", name: "Sharp" }],
          has_similar: true,
        },
      }),
      "datasets.listSimilar": () => ({ reply: { items: [{ ...anItem(9), distance: 0.125 }] } }),
      "datasets.addressMedia": () => ({ reply: { items: [] } }),
    },
  });
  const drawer = await screen.findByRole("dialog");
  expect((await within(drawer).findAllByText("shard-00000:4")).length).toBeGreaterThan(0);
  expect(await within(drawer).findByText("vector · 2.05 kB")).toBeTruthy();
  expect(within(drawer).getByRole("link", { name: "Download embedding" }).getAttribute("href")).toContain(
    "/blob/4?version=1&column=embedding",
  );
  expect(within(drawer).getByText("bytes · 5.20 kB")).toBeTruthy();
  expect(within(drawer).getByRole("link", { name: "Download latent" })).toBeTruthy();
  expect(within(drawer).getAllByText("Boolean").length).toBe(1);
  expect(drawer.querySelector("ins")?.textContent).toBe(" red");
  expect(await within(drawer).findByText("0.125")).toBeTruthy();
  expect(within(drawer).getByText("Sharp")).toBeTruthy();
  await waitFor(() => expect(drawer.querySelector("video")?.getAttribute("src")).toContain("/blob/4"));
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(inAddress(router, "item")).toBe("5"));
});
