import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aHeader } from "../testing/fake-viewer.ts";
import { named, openViewer } from "../testing/open-viewer.tsx";

const columns = [
  { name: "caption", encoding: "str", size: null },
  { name: "fps", encoding: "float32", size: 4 },
  { name: "score", encoding: "int64", size: 8 },
];
const run = { status: "Finished", shards_done: 4, shards_total: 4, samples_per_shard: 128, error: null };

it("the shard map computes the means of a chosen column on request and shows their scale", async () => {
  let isStarted = false;
  const { user, sent } = openViewer("&colour=mean&mean=score", {
    "viewer.openShards": () => ({ reply: aHeader({ columns }) }),
    "viewer.getColumnMeans": () => ({
      reply: isStarted ? { run, means: [1, 2.5, null, 4], states: [1, 1, 2, 1] } : { run: null, means: [], states: [] },
    }),
    "viewer.measureColumn": () => {
      isStarted = true;
      return { reply: { ...run, status: "Waiting", shards_done: 0 } };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Compute means" }));
  expect(await screen.findByText("Mean of up to 128 evenly spaced samples per shard.")).toBeTruthy();
  expect(named(sent, "viewer.measureColumn")[0]?.body).toEqual({ column: "score" });
  expect(screen.getByText("column missing 1")).toBeTruthy();
  expect(screen.getByText(/Shard 0 .* mean score 1$/)).toBeTruthy();
});

it("the shard map starts with the first numeric column and shows the progress of its means", async () => {
  const { sent } = openViewer("&colour=mean", {
    "viewer.openShards": () => ({ reply: aHeader({ columns }) }),
    "viewer.getColumnMeans": () => ({
      reply: {
        run: { ...run, status: "Running", shards_done: 1 },
        means: [24, null, null, null],
        states: [1, 0, 0, 0],
      },
    }),
  });
  expect(await screen.findByText("Computing means: 1 of 4 shards")).toBeTruthy();
  expect(screen.getByText("not computed 3")).toBeTruthy();
  expect(named(sent, "viewer.getColumnMeans")[0]?.url.searchParams.get("column")).toBe("fps");
});

it("the shard map says why the means could not be computed and offers to compute them again", async () => {
  openViewer("&colour=mean&mean=score", {
    "viewer.openShards": () => ({ reply: aHeader({ columns }) }),
    "viewer.getColumnMeans": () => ({
      reply: { run: { ...run, status: "Failed", error: "the storage is gone" }, means: [], states: [] },
    }),
  });
  expect(await screen.findByText("The computation failed: the storage is gone.")).toBeTruthy();
  expect(screen.getByText("Compute means")).toBeTruthy();
});

it("the shard map says when a dataset has no numeric columns", async () => {
  openViewer("&colour=mean");
  expect(await screen.findByText("The dataset has no columns with numbers.")).toBeTruthy();
});
