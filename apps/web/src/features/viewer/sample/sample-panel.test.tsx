import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aRun, aSample, TRUNCATED } from "../testing/fake-viewer.ts";
import { named, openViewer } from "../testing/open-viewer.tsx";

it("the sample panel shows every column by its encoding, and never what is in a pickle", async () => {
  openViewer("&i=3", {
    "viewer.readSample": () => ({
      reply: aSample(3, [
        {
          name: "embedding",
          encoding: "ndarray:float32",
          begin: 3_000,
          end: 3_064,
          value: { kind: "array", dtype: "float32", shape: [4, 4], min: -1.5, max: 2, preview: [[0, 1]] },
        },
        {
          name: "meta",
          encoding: "pkl",
          begin: 3_064,
          end: 3_100,
          value: { kind: "bytes", reason: "a pickle is never decoded" },
        },
        {
          name: "fps",
          encoding: "float32",
          begin: 0,
          end: 0,
          value: { kind: "fault", message: "3 bytes are left of 4" },
        },
      ]),
    }),
  });
  const columns = within(await screen.findByLabelText("Columns", { selector: "dl" }));
  expect(columns.getByText("9007199254740993")).toBeTruthy();
  expect(columns.getByText(/float32 \[4 × 4\]/)).toBeTruthy();
  expect(columns.getByText(/-1.5 to 2/)).toBeTruthy();
  expect(columns.getByText("Pickle, not decoded")).toBeTruthy();
  expect(columns.getByText(/3 bytes are left of 4/)).toBeTruthy();
  expect(columns.getByRole("link", { name: "Download meta" }).getAttribute("href")).toMatch(/\/blob\/3\/meta/);
});

it("the sample panel plays through the API where no worker runs, and says why", async () => {
  const { container } = openViewer("&i=3");
  expect(await screen.findByText(/no service worker in this browser/)).toBeTruthy();
  expect(container.querySelector("video")?.getAttribute("src")).toMatch(/\/api_v1\/sdv\/[0-9a-f-]+\/blob\/3\/video/);
});

it("the sample panel links columns with their bytes", async () => {
  const { user, router } = openViewer();
  const pane = within(await screen.findByRole("region", { name: "Bytes" }));
  expect(await pane.findByText("bytes 1,048–2,999 = video")).toBeTruthy();
  await user.click(pane.getByRole("button", { name: /= video/ }));
  expect(router.state.location.search).toContain("column=video");
  expect(await screen.findByText("1,040–1,551 of shard 0")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Next bytes" }));
  expect(await screen.findByText("1,552–2,063 of shard 0")).toBeTruthy();
  await user.keyboard("h");
  expect(screen.queryByRole("region", { name: "Bytes" })).toBeNull();
});

it("the sample panel asks before it fetches a whole compressed shard", async () => {
  const { user, sent } = openViewer("&i=12", {
    "viewer.readSample": ({ url }) =>
      Number(url.searchParams.get("agree_bytes") ?? 0) >= 61_000_000
        ? { reply: aSample(12) }
        : { refuse: 413, code: "too_large", detail: "61 MB must be fetched" },
  });
  expect(await screen.findByText("This sample requires downloading 61.0 MB")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Download 61.0 MB" }));
  expect(await screen.findByText("A fox crosses road 12")).toBeTruthy();
  expect(named(sent, "viewer.readSample").at(-1)?.url.searchParams.get("agree_bytes")).toBe("80000000");
});

it("the sample panel says why it cannot ask how much there is to fetch", async () => {
  openViewer("&i=12", {
    "viewer.readSample": () => ({ refuse: 413, code: "too_large", detail: "61 MB must be fetched" }),
    "viewer.getShard": () => ({ refuse: 422, code: "invalid", detail: "the index is another" }),
  });
  expect(await screen.findByText("the index is another")).toBeTruthy();
});

it("the sample panel shows where a truncated shard broke and leads to the last good sample", async () => {
  const { user } = openViewer("&i=27", {
    "viewer.readSample": ({ url }) => {
      const index = Number(url.pathname.split("/").at(-1));
      return index > 24 && index < 30
        ? { refuse: 422, code: "invalid", detail: "shard 2 is cut off: it ends at byte 51,200" }
        : { reply: aSample(index) };
    },
    "viewer.listVerifications": () => ({
      reply: { items: [aRun({ faults_total: 1 })], total: 1 },
    }),
    "viewer.getVerification": () => ({ reply: aRun({ faults: [TRUNCATED], faults_total: 1 }) }),
  });
  expect(await screen.findByText("shard 2 is cut off: it ends at byte 51,200")).toBeTruthy();
  expect(await screen.findByText(TRUNCATED.message)).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Go to the last good sample, 24" }));
  expect(await screen.findByText("A fox crosses road 24")).toBeTruthy();
});

it("the sample panel counts what reading cost", async () => {
  const { user } = openViewer();
  await screen.findByText("A fox crosses road 0");
  await screen.findByRole("table");
  const meter = within(screen.getByRole("region", { name: "Storage reads" }));
  await user.click(meter.getByRole("button", { name: "Reset counters" }));
  expect(meter.getAllByText(/ 0 requests, 0 B, 0 ms/)).toHaveLength(2);
  await user.keyboard("{ArrowRight}");
  await screen.findByText("A fox crosses road 1");
  // That sample was prefetched, and so is the next.
  expect(await meter.findByText(/2 requests, 2.01 kB, 12 ms/)).toBeTruthy();
  // The bytes of the hex pane come through the API as well.
  await user.click(screen.getByRole("button", { name: "Next bytes" }));
  expect(await meter.findByText(/3 requests, 2.52 kB, /)).toBeTruthy();
  expect(meter.getByText("Media played through the API is not measured.")).toBeTruthy();
});
