import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aHeader, HANDLE } from "../testing/fake-viewer.ts";
import { named, openViewer } from "../testing/open-viewer.tsx";

const OTHER = "0198c0de-0000-7000-8000-0000000000a2";

it("the compare drawer shows two sets side by side", async () => {
  const video = { name: "video", encoding: "bytes", size: null };
  const { user, sent } = openViewer("&panel=compare", {
    "viewer.openShards": ({ url }) => ({
      reply: url.searchParams.get("uri")?.includes("other")
        ? aHeader({ handle: OTHER, uri: "s3://datasets/other/" })
        : aHeader(),
    }),
    "viewer.compareShards": () => ({
      reply: {
        columns: [
          { name: "video", left: video, right: video, is_equal: true },
          { name: "score", left: { name: "score", encoding: "float32", size: 4 }, right: null, is_equal: false },
        ],
        left: { shards: 4, samples: 40, stored_bytes: 4_000_000 },
        right: { shards: 5, samples: 50, stored_bytes: 5_000_000 },
        keys: { both: 35, only_left: 5, only_right: 15, is_sampled: true, looked_at: 55 },
      },
    }),
  });
  const drawer = within(await screen.findByRole("dialog"));
  await user.type(drawer.getByLabelText("URI"), "s3://datasets/other/{Enter}");
  expect(await drawer.findByText("35 in both")).toBeTruthy();
  expect(drawer.getByText("Estimated from 55 keys.")).toBeTruthy();
  expect(within(drawer.getByRole("row", { name: /score/ })).getByText("differs")).toBeTruthy();
  expect(named(sent, "viewer.compareShards")[0]?.body).toEqual({ left: HANDLE, right: OTHER });
});
