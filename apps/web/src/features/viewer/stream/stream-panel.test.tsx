import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aSample } from "../testing/fake-viewer.ts";
import { named, openViewer } from "../testing/open-viewer.tsx";

it("the stream panel streams in the order of a training and says that it is a simulation", async () => {
  const { user, sent, router } = openViewer("&mode=stream&order=training&seed=7&rank=1&ranks=2", {
    "viewer.orderSamples": () => ({
      reply: { indices: [31, 4, 18], total: 20, method: "py1e, as version 0.13 does", file: null },
    }),
  });
  expect(await screen.findByText(/This order is simulated/)).toBeTruthy();
  expect(await screen.findByText("A fox crosses road 31")).toBeTruthy();
  expect(screen.getByText(/^Shard 3 · samples 30–39/)).toBeTruthy();
  expect(screen.getByText(/Py1e, as version 0.13 does\./)).toBeTruthy();
  const { searchParams } = named(sent, "viewer.orderSamples")[0]?.url ?? new URL("http://none.test");
  expect(Object.fromEntries(searchParams)).toMatchObject({ seed: "7", epoch: "0", rank: "1", ranks: "2", offset: "0" });
  await user.keyboard("{ArrowRight}");
  expect(await screen.findByText("A fox crosses road 4")).toBeTruthy();
  expect(screen.getByText("2 of 20 · sample 4")).toBeTruthy();
  expect(router.state.location.search).toContain("at=1");
});

it("the stream panel begins a stream of the storage where one is, and goes back to a sample by its column", async () => {
  const { user } = openViewer("&i=5");
  await screen.findByText("A fox crosses road 5");
  await user.click(screen.getByText("Stream"));
  expect(await screen.findByText("6 of 40 · sample 5")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "video" }));
  expect(await screen.findByRole("region", { name: "Bytes" })).toBeTruthy();
});

it("the stream panel asks before it fetches a whole compressed shard, and goes on by the agreement", async () => {
  const { user, sent } = openViewer("&mode=stream&at=12", {
    "viewer.readSample": ({ url }) => {
      const index = Number(url.pathname.split("/").at(-1));
      return index < 10 || Number(url.searchParams.get("agree_bytes") ?? 0) >= 61_000_000
        ? { reply: aSample(index) }
        : { refuse: 413, code: "too_large", detail: "61 MB must be fetched" };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Download 61.0 MB" }));
  expect(await screen.findByText("A fox crosses road 12")).toBeTruthy();
  await user.keyboard("{ArrowRight}");
  expect(await screen.findByText("A fox crosses road 13")).toBeTruthy();
  expect(named(sent, "viewer.readSample").at(-1)?.url.searchParams.get("agree_bytes")).toBe("80000000");
});

it("the stream panel says that it has ended, and why there is no order, instead of waiting", async () => {
  const { user } = openViewer("&mode=stream&at=99");
  expect(await screen.findByText("The position is beyond the end of the stream")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Go to the first sample" }));
  expect(await screen.findByText("A fox crosses road 0")).toBeTruthy();
});

it("the stream panel shows no place for a sample when its order failed", async () => {
  const { container } = openViewer("&mode=stream&order=training&rank=3&ranks=2", {
    "viewer.orderSamples": () => ({ refuse: 422, code: "invalid", detail: "there is no rank 3" }),
  });
  expect(await screen.findByText("there is no rank 3")).toBeTruthy();
  await waitFor(() => expect(container.querySelector(".ds-skeleton")).toBeNull());
});

it("the stream panel plays sounds by itself, so that the stream goes on at their end", async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
  const { user, container } = openViewer("&mode=stream", {
    "viewer.readSample": ({ url }) => {
      const sample = aSample(Number(url.pathname.split("/").at(-1)));
      const sound = { kind: "media", content_type: "audio/wav" } as const;
      return {
        reply: {
          ...sample,
          columns: sample.columns.map((one) => (one.name === "video" ? { ...one, value: sound } : one)),
        },
      };
    },
  });
  await waitFor(() => expect(container.querySelector("audio")).toBeTruthy());
  expect(play).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Play stream" }));
  await waitFor(() => expect(play).toHaveBeenCalled());
  fireEvent.ended(container.querySelector("audio") as HTMLAudioElement);
  expect(await screen.findByText("A fox crosses road 1")).toBeTruthy();
});

it("the stream panel copies the streamed sample as code", async () => {
  openViewer("&mode=stream&order=training&i=5&panel=code", {
    "viewer.orderSamples": () => ({ reply: { indices: [31, 4], total: 2, method: "py1e", file: null } }),
  });
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText(/dataset\[31\]/)).toBeTruthy();
});

it("the stream follows an order file and says how much of the dataset it reads", async () => {
  const { user, router, sent } = openViewer("&mode=stream&order=file", {
    "viewer.orderSamples": () => ({
      reply: {
        indices: [7, 3],
        total: 2,
        method: "read from the order file of a trainer",
        file: { bytes: 4, distinct_samples: 2 },
      },
    }),
  });
  await user.type(await screen.findByLabelText("URI of the order file"), "s3://datasets/run/order.txt{Enter}");
  expect(await screen.findByText("A fox crosses road 7")).toBeTruthy();
  expect(
    screen.getByText("From the order file: 2 reads of 2 different samples. 38 samples are never read."),
  ).toBeTruthy();
  expect(named(sent, "viewer.orderSamples")[0]?.url.searchParams.get("file")).toBe("s3://datasets/run/order.txt");
  expect(router.state.location.search).toContain("orderFile=");
  await user.click(screen.getByRole("button", { name: "Next sample" }));
  expect(await screen.findByText("A fox crosses road 3")).toBeTruthy();
});

it("the stream plays nothing before an order file is opened, and says so", async () => {
  const { user, sent } = openViewer("&mode=stream");
  await screen.findByText("A fox crosses road 0");
  await user.click(screen.getByText("Order file"));
  expect(await screen.findByText("Open an order file first")).toBeTruthy();
  expect(screen.queryByText("A fox crosses road 0")).toBeNull();
  expect(screen.queryByRole("button", { name: "Play stream" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Copy as code" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Open an order file first")).toBeTruthy();
  expect(dialog.queryByText(/dataset\[0\]/)).toBeNull();
  expect(named(sent, "viewer.orderSamples")).toEqual([]);
});
