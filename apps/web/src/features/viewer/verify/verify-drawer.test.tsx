import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aRun, RUN, TRUNCATED } from "../testing/fake-viewer.ts";
import { named, openViewer } from "../testing/open-viewer.tsx";

it("the verify drawer verifies one shard, follows it and leads to what is broken", async () => {
  let asked = 0;
  const { user, sent } = openViewer("&i=21&panel=verify", {
    "viewer.verifyShards": () => ({ reply: aRun({ status: "Waiting", shards_done: 0, shards_total: 1 }) }),
    "viewer.getVerification": () => {
      asked += 1;
      return asked === 1
        ? { reply: aRun({ status: "Running", shards_done: 0, shards_total: 1, finished_at: null }) }
        : { reply: aRun({ shards_done: 1, shards_total: 1, faults: [TRUNCATED], faults_total: 1 }) };
    },
  });
  const drawer = within(await screen.findByRole("dialog"));
  await user.click(await drawer.findByRole("radio", { name: "Shard 2 only" }));
  await user.click(drawer.getByRole("button", { name: "Start verification" }));
  expect(await drawer.findByText("Errors: 1")).toBeTruthy();
  expect(drawer.getByText("Finished with errors")).toBeTruthy();
  expect(drawer.queryByText("Done")).toBeNull();
  expect(named(sent, "viewer.verifyShards")[0]?.body).toMatchObject({ shards: [2], decodes_samples: true });
  expect(drawer.getByText(TRUNCATED.message)).toBeTruthy();
  await user.click(drawer.getByRole("button", { name: "Last valid sample: 24" }));
  expect(await screen.findByText("A fox crosses road 24")).toBeTruthy();
});

it("the verify drawer stops a verification and keeps what it found", async () => {
  const { user, sent } = openViewer(`&panel=verify&run=${RUN}`, {
    "viewer.getVerification": () => ({ reply: aRun({ status: "Running", shards_done: 1, finished_at: null }) }),
    "viewer.cancelVerification": () => ({ reply: aRun({ status: "Cancelled", shards_done: 1 }) }),
  });
  await user.click(await screen.findByRole("button", { name: /^Cancel Shards verified/ }));
  expect(named(sent, "viewer.cancelVerification")).toHaveLength(1);
});
