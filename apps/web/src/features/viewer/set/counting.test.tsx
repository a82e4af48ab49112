import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aHeader } from "../testing/fake-viewer.ts";
import { named, openViewer } from "../testing/open-viewer.tsx";

const counted = (shards: number) => aHeader({ format: "WebDataset", counted_shards: shards, samples: shards * 10 });
const mapOf = (shards: number) => ({
  total: 4,
  first_sample: [0, 1, 2, 3].map((shard) => Math.min(shard, shards) * 10),
  samples: [0, 1, 2, 3].map((shard) => (shard < shards ? 10 : 0)),
  stored_bytes: [1, 1, 1, 1],
  states: [0, 0, 0, 0],
});

it("the viewer asks until all shards are counted, and claims no last index before", async () => {
  let now = 2;
  const { user, sent } = openViewer("", {
    "viewer.openShards": () => ({ reply: counted(2) }),
    "viewer.getShardsHeader": () => ({ reply: counted(now) }),
    "viewer.mapShards": () => ({ reply: mapOf(now) }),
    "viewer.findSample": () => ({
      reply: { index: null, is_complete: false, io: { requests: 0, bytes: 0, cache_hits: 0, ms: 0 } },
    }),
  });
  expect(await screen.findByText("20 so far; 2 of 4 shards counted")).toBeTruthy();
  const box = screen.getByLabelText("Index, shard:index or key");
  await user.type(box, "35{Enter}");
  expect(await screen.findByText("35 was not found in the searched part of the dataset.")).toBeTruthy();
  now = 4;
  expect(await screen.findByText("Sample 0 · 40 in all")).toBeTruthy();
  await user.clear(box);
  await user.type(box, "35{Enter}");
  expect(await screen.findByText("A fox crosses road 35")).toBeTruthy();
  await user.type(box, "3:1{Enter}");
  expect(await screen.findByText("A fox crosses road 31")).toBeTruthy();
  expect(named(sent, "viewer.openShards")).toHaveLength(1);
});

it("the viewer says that samples are still counted rather than that there are none", async () => {
  openViewer("", {
    "viewer.openShards": () => ({ reply: counted(0) }),
    "viewer.getShardsHeader": () => ({ reply: counted(0) }),
    "viewer.mapShards": () => ({ reply: mapOf(0) }),
  });
  expect(await screen.findByText("No samples counted yet")).toBeTruthy();
});
