import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { aHeader } from "../testing/fake-viewer.ts";
import { named, openViewer } from "../testing/open-viewer.tsx";
import { drawIndex } from "./use-walk.ts";

const shown = (index: number) => screen.findByText(`A fox crosses road ${index}`);

it("the viewer walks by keys from sample to sample and from shard to shard", async () => {
  const { user, router } = openViewer("&i=15");
  await shown(15);
  await user.keyboard("{ArrowRight}");
  await shown(16);
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  await shown(14);
  await user.keyboard("{PageDown}");
  await shown(20);
  await user.keyboard("{PageUp}{PageUp}");
  await shown(0);
  expect(router.state.location.search).not.toContain("&i=");
  await user.keyboard("r");
  await shown(drawIndex(1, 1, 40));
  expect(router.state.location.search).toContain("draw=1");
});

const withKeys = { "viewer.openShards": () => ({ reply: aHeader({ format: "WebDataset" }) }) };

it("the viewer goes to an index, to a place in a shard and to a key", async () => {
  const { user, sent } = openViewer("", {
    ...withKeys,
    "viewer.findSample": ({ url }) => ({
      reply: {
        index: { "clip-33": 33, "000012": 31, "70001": 32 }[url.searchParams.get("what") ?? ""] ?? null,
        is_complete: true,
        io: { requests: 1, bytes: 10, cache_hits: 0, ms: 1 },
      },
    }),
  });
  const box = await screen.findByLabelText("Index, shard:index or key");
  await user.type(box, "17{Enter}");
  await shown(17);
  await user.type(box, "3:4{Enter}");
  await shown(34);
  expect(named(sent, "viewer.findSample")).toEqual([]);
  await user.type(box, "clip-33{Enter}");
  await shown(33);
  await user.type(box, "clip-99{Enter}");
  expect(await screen.findByText("No sample has the key clip-99.")).toBeTruthy();
  await user.clear(box);
  await user.type(box, "000012{Enter}");
  await shown(31);
  await user.type(box, "70001{Enter}");
  await shown(32);
  await user.type(box, "40{Enter}");
  expect(await screen.findByText("No sample has the key 40. The last index is 39.")).toBeTruthy();
});

it("the viewer offers no search by key where the format has none", async () => {
  const { user, sent } = openViewer();
  const box = await screen.findByLabelText("Index, shard:index or key");
  await user.type(box, "clip-99{Enter}");
  expect(await screen.findByText(/MDS datasets cannot be searched by key/)).toBeTruthy();
  await user.clear(box);
  await user.type(box, "40{Enter}");
  expect(await screen.findByText("The last index is 39.")).toBeTruthy();
  await user.clear(box);
  await user.type(box, "0017{Enter}");
  await shown(17);
  expect(named(sent, "viewer.findSample")).toEqual([]);
});

it("the viewer says why nothing was found when the search itself failed", async () => {
  const { user } = openViewer("", {
    ...withKeys,
    "viewer.findSample": () => ({ refuse: 422, code: "invalid", detail: "the shard broke at byte 7" }),
  });
  await user.type(await screen.findByLabelText("Index, shard:index or key"), "clip-1{Enter}");
  await waitFor(() => expect(document.querySelector("#go-problem")?.textContent).toBe("the shard broke at byte 7"));
});

it("the viewer goes to the shard that is clicked, without a move before it", async () => {
  openViewer();
  fireEvent.click(await screen.findByRole("slider", { name: "Shard" }), { clientX: 40, clientY: 5 });
  await shown(20);
});

it("the viewer walks the map of shards by the arrow keys and opens one by Enter", async () => {
  const { user } = openViewer();
  const map = await screen.findByRole("slider", { name: "Shard" });
  map.focus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(map.getAttribute("aria-valuetext")).toBe("Shard 2 · samples 20–29 · 1.00 MB · not verified");
  await user.keyboard("{Enter}");
  await shown(20);
});
