import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aRun } from "../testing/a-dataset.ts";
import { anItem } from "./testing/an-item.ts";
import { bodiesOf, callsOf, grid, inAddress, openItems } from "./testing/open-items.ts";

it("the item browser draws the tiles with their badges and tells how many there are", async () => {
  openItems("&order=-aesthetic");
  const list = await grid();
  const tile = (await within(list).findByText("a fox runs, take 3")).closest('[role="gridcell"]') as HTMLElement;
  expect(within(tile).getByText("640×360")).toBeTruthy();
  expect(within(tile).getByText("24 fps")).toBeTruthy();
  expect(within(tile).getByText("4.53")).toBeTruthy();
  expect(within(tile).getByText("0:04")).toBeTruthy();
  expect(tile.querySelector("img")?.getAttribute("src")).toContain("/poster/3?what=poster&version=1");
  expect(screen.getByText("20 items")).toBeTruthy();
});

it("the item browser tells what is an estimate or partial, and that the next version is being read", async () => {
  openItems("", {
    total: 1_234_567,
    sure: { total_exact: false, partial: true, scanned: 400_000 },
    detail: {
      run: aRun({ status: "Running", parts_done: 62, parts_total: 100 }),
    },
  });
  expect(await screen.findByText("≈ 1.2M items")).toBeTruthy();
  expect(screen.getByText("indexing the next version: 62 %")).toBeTruthy();
  expect(screen.getByText("partial: 400,000 scanned")).toBeTruthy();
});

it("the item browser shows the location of the media when there is no picture of them", async () => {
  openItems("", { items: [anItem(0, { media: null }), anItem(1, { fault: "the shard ends here" })] });
  const list = await grid();
  expect(await within(list).findByText("This item has no media")).toBeTruthy();
  expect(within(list).getByText("the shard ends here")).toBeTruthy();
});

it("the item browser asks only for a page in sight of a million, and reaches any place by its number", async () => {
  const items = Array.from({ length: 300 }, (_, ordinal) => anItem(ordinal));
  const { user, sent, router } = openItems("", { items, total: 1_000_000 });
  await within(await grid()).findByText("a fox runs, take 0");
  expect(bodiesOf(sent, "listItems")[0]).toMatchObject({ offset: 0, page_size: 30, columns: [], filters: [] });
  // Recorded as it changes: the URL is updated as soon as the list has scrolled there.
  const places: (string | null)[] = [];
  router.subscribe(() => places.push(inAddress(router, "at")));
  await user.type(screen.getByRole("textbox", { name: "Go to item" }), "600,000{Enter}");
  await waitFor(() => expect(bodiesOf(sent, "listItems").at(-1)?.offset).toBe(588_000));
  expect(places).toContain("599999");
  expect(callsOf(sent, "listItems").length).toBeLessThanOrEqual(4);
});

it("the item browser draws a sample by its seed, which stands in the address", async () => {
  const { user, sent, router } = openItems();
  await within(await grid()).findByText("a fox runs, take 0");
  await user.click(screen.getByText("Sample"));
  expect(await screen.findByText("3 sampled from 20 items")).toBeTruthy();
  const seed = screen.getByRole("textbox", { name: "Seed" });
  await user.clear(seed);
  await user.type(seed, "42{Enter}");
  await waitFor(() => expect(callsOf(sent, "sampleItems").at(-1)?.url.searchParams.get("seed")).toBe("42"));
  expect(inAddress(router, "seed")).toBe("42");
  await user.click(screen.getByRole("button", { name: "New seed" }));
  await waitFor(() => expect(inAddress(router, "seed")).not.toBe("42"));
});

it("the item browser shows a table with typed columns that are chosen in the address", async () => {
  const { sent } = openItems("&view=table&cols=caption&cols=aesthetic&cols=is_safe&order=aesthetic", {
    items: [
      anItem(0, { values: { aesthetic: 4.25, is_safe: true } }),
      anItem(1, { values: { aesthetic: null, is_safe: false } }),
    ],
  });
  expect(await screen.findByRole("columnheader", { name: /aesthetic/ })).toBeTruthy();
  expect(await screen.findByText("4.25")).toBeTruthy();
  expect(screen.getByText("null")).toBeTruthy();
  expect(bodiesOf(sent, "listItems")[0]).toMatchObject({
    columns: ["caption", "aesthetic", "is_safe"],
    order_by: "aesthetic",
  });
});

it("the item browser keeps the keys of the grid: walk, pick, open", async () => {
  const { user, router } = openItems();
  const list = await grid();
  await within(list).findByText("a fox runs, take 0");
  list.focus();
  await user.keyboard("{ArrowRight} {ArrowRight} ");
  expect(new URLSearchParams(router.state.location.search).getAll("pick")).toEqual(["1", "2"]);
  expect(await screen.findByText("2 items selected, up to 9")).toBeTruthy();
  list.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(inAddress(router, "item")).toBe("2"));
});

it("the item browser says which condition takes most away, and drops it", async () => {
  const { user, router } = openItems("&where=fps%20%3E%3D%2090%20AND%20width%20%3E%20100", {
    items: [],
    answers: {
      "datasets.explainEmpty": () => ({
        reply: {
          predicates: [
            { where: "fps >= 90", without_it: 18, alone: 0 },
            { where: "width > 100", without_it: 0, alone: 20 },
          ],
          words: null,
        },
      }),
    },
  });
  expect(await screen.findByText("No matches")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: /Remove fps >= 90/ }));
  await waitFor(() => expect(inAddress(router, "where")).toBe("width > 100"));
});

it("the item browser offers to drop the text search where it excludes most", async () => {
  const { user, router } = openItems("&where=width%20%3E%20100&q=zebra", {
    items: [],
    answers: {
      "datasets.explainEmpty": () => ({
        reply: {
          predicates: [{ where: "width > 100", without_it: 0, alone: 20 }],
          words: { without_it: 20, alone: 0 },
        },
      }),
    },
  });
  await user.click(await screen.findByRole("button", { name: /Remove search text zebra.*20 without it/ }));
  await waitFor(() => expect(inAddress(router, "q")).toBeNull());
  expect(inAddress(router, "where")).toBe("width > 100");
});

it("the item browser says that it could not be found out what takes most away", async () => {
  openItems("&q=zebra", {
    items: [],
    answers: { "datasets.explainEmpty": () => ({ refuse: 500, detail: "no answer" }) },
  });
  expect(await screen.findByText("The most restrictive condition could not be determined")).toBeTruthy();
});

it("the item browser does not show a stopped search as empty, and repeats it only on request", async () => {
  let isSlow = true;
  const { user, sent } = openItems("&q=fox", {
    answers: {
      "datasets.listItems": () => ({
        reply: {
          items: isSlow ? [] : [anItem(7)],
          total: isSlow ? 0 : 1,
          next_cursor: null,
          version: 1,
          total_exact: !isSlow,
          partial: isSlow,
          timed_out: isSlow,
          scanned: 20,
          took_ms: 30_000,
        },
      }),
    },
  });
  expect(await screen.findByText("The search timed out")).toBeTruthy();
  expect(screen.getByText("Unknown count")).toBeTruthy();
  expect(screen.queryByText("No matches")).toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  expect(bodiesOf(sent, "listItems").length).toBe(1);
  isSlow = false;
  await user.click(screen.getByRole("button", { name: "Search again" }));
  expect(await screen.findByText("a fox runs, take 7")).toBeTruthy();
});

it("the item browser goes on looking while only the beginning was searched", async () => {
  const { sent } = openItems("&q=fox", { items: [], sure: { partial: true, total_exact: false } });
  expect(await screen.findByText("No matches so far")).toBeTruthy();
  await waitFor(() => expect(bodiesOf(sent, "listItems").length).toBeGreaterThan(1));
});

it("the item browser shows a failure in its place and asks again", async () => {
  let isBroken = true;
  const { user } = openItems("", {
    answers: {
      "datasets.listItems": () =>
        isBroken
          ? { refuse: 500, detail: "no answer" }
          : {
              reply: {
                items: [anItem(7)],
                total: 1,
                next_cursor: null,
                version: 1,
                total_exact: true,
                partial: false,
                timed_out: false,
                scanned: 1,
                took_ms: 1,
              },
            },
    },
  });
  expect(await screen.findByText("The items could not be loaded")).toBeTruthy();
  isBroken = false;
  await user.click(screen.getByRole("button", { name: /Try again|Retry/ }));
  expect(await screen.findByText("a fox runs, take 7")).toBeTruthy();
});

it("the item browser tells of a question that takes long, and stops it", async () => {
  const { user } = openItems();
  const answered = fetch;
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) => {
    if (!String(input).endsWith("/items")) return answered(input, init);
    return new Promise((_resolve, reject) =>
      init?.signal?.addEventListener("abort", () => reject(new DOMException("nobody waits", "AbortError"))),
    );
  });
  await user.click(await screen.findByRole("button", { name: "Stop search" }));
  expect(await screen.findByText("Search stopped")).toBeTruthy();
  vi.stubGlobal("fetch", answered);
  await user.click(screen.getByRole("button", { name: "Search again" }));
  expect(await within(await grid()).findByText("a fox runs, take 0")).toBeTruthy();
});
