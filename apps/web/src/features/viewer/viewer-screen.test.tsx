import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { aHeader, aRegistered, fakeViewer, URI } from "./testing/fake-viewer.ts";
import { named, openViewer } from "./testing/open-viewer.tsx";

it("the viewer screen opens a set by its address, and one that was opened before", async () => {
  const sent = fakeViewer();
  const { user, router } = renderConsole("/sdv");
  await user.type(await screen.findByLabelText("URI"), "file:///etc/passwd{Enter}");
  expect(screen.getByText("A URI looks like s3://bucket/folder/")).toBeTruthy();
  expect(named(sent, "viewer.openShards")).toEqual([]);
  await user.click(await screen.findByRole("button", { name: new RegExp(URI) }));
  expect(await screen.findByRole("heading", { level: 1, name: "mds" })).toBeTruthy();
  expect(router.state.location.search).toContain(encodeURIComponent(URI));
});

it("the viewer screen opens a registered dataset under its name", async () => {
  const id = "0198c0de-0000-7000-8000-0000000000d1";
  const sent = fakeViewer({ "datasets.getDataset": () => ({ reply: aRegistered(id, "Foxes at night") }) });
  renderConsole(`/sdv?dataset=${id}`);
  await screen.findByRole("heading", { level: 1, name: "Foxes at night" });
  expect(named(sent, "viewer.openShards")[0]?.url.searchParams.get("dataset_id")).toBe(id);
});

it("the viewer screen shows the index and what a trainer would read", async () => {
  const warnings = [
    { code: "pickle" as const, message: "pickled columns are never decoded: meta", shard: null },
    { code: "truncated" as const, message: "shard 2 is shorter than its index says", shard: 2 },
  ];
  const { user } = openViewer("", {
    "viewer.openShards": () => ({ reply: aHeader({ warnings, compression: "zstd:7", stored_bytes: 3_000_000 }) }),
  });
  const facts = within(await screen.findByLabelText("Dataset details"));
  for (const fact of ["MDS", "40", "3.00 MB", "zstd:7", "sha256", "67.1 MB"])
    expect(facts.getByText(fact)).toBeTruthy();
  expect(facts.getByText("4.00 MB (75 % stored)")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Go to shard 2" }));
  expect(await screen.findByText("A fox crosses road 20")).toBeTruthy();
});

it("the viewer screen explains why a set cannot be opened and lists what lies there instead", async () => {
  const { user, router } = openViewer("", {
    "viewer.openShards": () => ({ refuse: 404, code: "not_found", detail: "there is no index.json in this folder" }),
    "storage.browseStorage": () => ({
      reply: {
        uri: URI,
        profile_id: "0198c0de-0000-7000-8000-0000000000e1",
        folders: ["train/"],
        files: [{ name: "shard.00000.mds", bytes: 61_000_000 }],
        is_truncated: false,
      },
    }),
  });
  expect(await screen.findByText("there is no index.json in this folder")).toBeTruthy();
  const there = within(await screen.findByRole("region", { name: "Contents of the location" }));
  expect(there.getByText("shard.00000.mds")).toBeTruthy();
  await user.click(there.getByRole("button", { name: /train\// }));
  expect(router.state.location.search).toContain(encodeURIComponent(`${URI}train/`));
});

it("the viewer screen lets a wrong address be corrected, or another dataset be chosen", async () => {
  const wrong = `${URI}index.jsn`;
  const sent = fakeViewer({
    "viewer.openShards": ({ url }) =>
      url.searchParams.get("uri") === wrong
        ? { refuse: 404, code: "not_found", detail: "there is no index.jsn" }
        : { reply: aHeader() },
    "storage.browseStorage": () => ({ refuse: 404, code: "not_found", detail: "nothing here" }),
  });
  const { user } = renderConsole(`/sdv?uri=${encodeURIComponent(wrong)}`);
  await screen.findByText("there is no index.jsn");
  await user.click(screen.getByRole("button", { name: "Open another dataset" }));
  await user.type(await screen.findByLabelText("URI"), `${wrong}{Enter}`);
  await screen.findByText("there is no index.jsn");
  await user.clear(screen.getByLabelText("URI"));
  await user.type(screen.getByLabelText("URI"), `${URI}{Enter}`);
  expect(await screen.findByRole("heading", { level: 1, name: "mds" })).toBeTruthy();
  expect(named(sent, "viewer.openShards").at(-1)?.url.searchParams.get("uri")).toBe(URI);
});

it("the viewer screen is open to internal users only", async () => {
  fakeViewer({ "auth.me": () => ({ reply: aUser({ role: "labeller" }) }) });
  renderConsole("/sdv");
  expect(await screen.findByText("It is for internal users only.")).toBeTruthy();
});

it("the viewer screen says that a set has no samples", async () => {
  openViewer("", {
    "viewer.openShards": () => ({ reply: aHeader({ samples: 0, shards: 0, stored_bytes: 0, raw_bytes: 0 }) }),
    "viewer.mapShards": () => ({
      reply: { total: 0, first_sample: [], samples: [], stored_bytes: [], states: [] },
    }),
  });
  expect(await screen.findByText("The dataset has no samples")).toBeTruthy();
});

it("the viewer screen of an installation without datasets opens the demo set", async () => {
  const id = "0198c0de-0000-7000-8000-0000000000d2";
  const sent = fakeViewer({ "datasets.openDemoDataset": () => ({ reply: { id } }) });
  const { user } = renderConsole("/sdv");
  await user.click(await screen.findByRole("button", { name: "Open the demo set" }));
  await screen.findByRole("heading", { level: 1, name: "mds" });
  expect(named(sent, "viewer.openShards")[0]?.url.searchParams.get("dataset_id")).toBe(id);
});
