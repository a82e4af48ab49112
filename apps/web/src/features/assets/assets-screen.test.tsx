import type { AssetItem } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { anAsset, assetId } from "./testing/an-asset.ts";

const MAY = ["USE_VERSION_1_0", "STATIC_RESOURCE_MANAGE"];
const folder = { id: "0198c0de-0000-7000-8000-0000000000f1", parent_id: null, name: "rushes", has_children: false };

interface World {
  items?: AssetItem[];
  total?: number;
  isCapped?: boolean;
  answers?: Parameters<typeof fakeApi>[0];
  at?: string;
}

const open = ({
  items = [anAsset(1), anAsset(2), anAsset(3)],
  total,
  isCapped = false,
  answers,
  at = "",
}: World = {}) => {
  const page = ({ url }: SentCall) => {
    const offset = Number(url.searchParams.get("offset"));
    return { reply: { items: items.slice(offset, offset + 60), total: total ?? items.length, is_capped: isCapped } };
  };
  const detailOf = ({ url }: SentCall) => {
    const item = items.find(({ id }) => id === url.searchParams.get("id")) ?? anAsset(1);
    const { size, sha256, mime, status, verdict } = item;
    const shared = { size, sha256, mime, status, verdict, created_at: item.created_at, created_by: "mei" };
    const versions = Array.from({ length: item.version }, (_, back) => ({ version: item.version - back, ...shared }));
    return { reply: { ...item, media_url: null, folder_path: [], versions } };
  };
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ permissions: MAY }) }),
    "assets.listAssets": page,
    "assets.getAsset": detailOf,
    "assets.listFolders": () => ({ reply: { items: [folder], total: 1 } }),
    "assets.listTags": () => ({ reply: { items: [{ tag: "night", count: 2 }] } }),
    "assets.getUsage": () => ({ reply: { used_bytes: 950, quota_bytes: 1000, assets: 3 } }),
    "assets.listReferences": () => ({
      reply: { items: [{ kind: "task", ref_id: "7", label: "Night drive" }], total: 1 },
    }),
    ...answers,
  });
  return { sent, ...renderConsole(`/static-source-manage${at}`) };
};

const named = (sent: SentCall[], name: string): SentCall[] => sent.filter((call) => call.name === `assets.${name}`);
const grid = (): Promise<HTMLElement> => screen.findByRole("grid", { name: "Assets" });

beforeEach(() => vi.stubGlobal("open", vi.fn()));

it("the assets screen draws the tiles, the folders and the room taken", async () => {
  open();
  expect(await within(await grid()).findByText("clip-1.mp4")).toBeTruthy();
  expect(screen.getByText("3 assets")).toBeTruthy();
  expect(screen.getByRole("treeitem", { name: "rushes" })).toBeTruthy();
  expect((await screen.findByRole("meter")).getAttribute("aria-valuenow")).toBe("95");
  expect(screen.getByText(/nearly full/)).toBeTruthy();
});

it("the assets screen says when there is nothing, when nothing matches, when it is too much, and when it failed", async () => {
  const empty = open({ items: [] });
  expect(await screen.findByText("No assets yet")).toBeTruthy();
  empty.unmount();
  const filtered = open({ items: [], at: "?q=zzz" });
  expect(await screen.findByText("No asset matches")).toBeTruthy();
  filtered.unmount();
  const capped = open({ total: 100_000, isCapped: true });
  expect(await screen.findByText(/More than 100,000 assets/)).toBeTruthy();
  capped.unmount();
  open({ answers: { "assets.listAssets": () => ({ refuse: 500, detail: "no answer" }) } });
  expect(await screen.findByText("The assets could not be loaded")).toBeTruthy();
});

it("the assets screen asks with the filters of the address, and only for the pages in sight", async () => {
  const items = Array.from({ length: 500 }, (_, index) => anAsset(index + 1));
  const { sent } = open({ items, total: 90_000, at: "?kind=video&tag=night&is_orphan=true&sort=size&order=asc" });
  await within(await grid()).findByText("clip-1.mp4");
  const [first] = named(sent, "listAssets");
  expect(Object.fromEntries(first?.url.searchParams ?? [])).toEqual({
    kind: "video",
    tag: "night",
    is_orphan: "true",
    sort: "size",
    order: "asc",
    limit: "60",
    offset: "0",
  });
  expect(named(sent, "listAssets").length).toBeLessThanOrEqual(2);
});

it("the assets screen moves by keys, selects with space and shift, opens with Enter", async () => {
  const { user, router } = open();
  const list = await grid();
  await within(list).findByText("clip-1.mp4");
  list.focus();
  await user.keyboard(" {Shift>}{ArrowRight}{/Shift}");
  expect(await screen.findByText("2 selected")).toBeTruthy();
  expect(within(list).getAllByRole("gridcell", { selected: true }).length).toBe(2);
  await user.keyboard("{Escape}");
  expect(screen.queryByText("2 selected")).toBeNull();
  await user.keyboard("{ArrowRight}{Enter}");
  expect(router.state.location.search).toContain(`asset=${assetId(3)}`);
  expect(await screen.findByTitle(assetId(3))).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy asset ID" })).toBeTruthy();
});

it("the assets screen switches to the table by its key and keeps the choice in the address", async () => {
  const { user, router } = open();
  await within(await grid()).findByText("clip-1.mp4");
  await user.keyboard("v");
  expect(router.state.location.search).toContain("view=table");
  expect(await screen.findByRole("columnheader", { name: "Duration" })).toBeTruthy();
  expect(await screen.findByText("clip-2.mp4")).toBeTruthy();
});

it("the assets screen moves, tags and deletes what is selected", async () => {
  const { user, sent } = open({
    answers: {
      "assets.updateAssets": ({ body }) => ({ reply: { updated: (body as { ids: string[] }).ids.length } }),
      "assets.deleteAssets": () => ({
        reply: { deleted: [assetId(2)], refused: [{ id: assetId(1), reason: "used in 1 place" }] },
      }),
    },
  });
  const list = await grid();
  await within(list).findByText("clip-1.mp4");
  list.focus();
  await user.keyboard("{Home} {ArrowRight} ");
  await user.click(await screen.findByRole("button", { name: "Move…" }));
  const move = await screen.findByRole("dialog");
  await user.click(await within(move).findByRole("treeitem", { name: "rushes" }));
  await user.click(within(move).getByRole("button", { name: "Move here" }));
  await waitFor(() =>
    expect(named(sent, "updateAssets")[0]?.body).toEqual({ ids: [assetId(1), assetId(2)], folder_id: folder.id }),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  list.focus();
  await user.keyboard("{Home} {ArrowRight} ");
  await user.click(await screen.findByRole("button", { name: "Delete…" }));
  await user.click(await screen.findByRole("button", { name: "Delete 2 assets" }));
  const refused = await screen.findByText("1 asset is in use and was kept");
  expect(await screen.findByText("Night drive")).toBeTruthy();
  expect(refused).toBeTruthy();
});

it("the assets screen shows the verdict of a rejected file and checks it again", async () => {
  const rejected = anAsset(1, { status: "Rejected", verdict: "this is no film", poster: null });
  const { user, sent } = open({
    items: [rejected],
    at: `?asset=${assetId(1)}`,
    answers: { "assets.checkAgain": () => ({ reply: { ...rejected, status: "Quarantined", verdict: null } }) },
  });
  expect(await screen.findByText("this is no film")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(named(sent, "checkAgain").length).toBe(1));
  expect(screen.getByRole("button", { name: "Copy link…" }).hasAttribute("disabled")).toBe(true);
});

it("the assets screen restores a version and makes a link that expires", async () => {
  const item = anAsset(1, { version: 2 });
  const { user, sent } = open({
    items: [item],
    at: `?asset=${assetId(1)}`,
    answers: {
      "assets.restoreVersion": () => ({ reply: item }),
      "assets.createLink": () => ({ reply: { url: "https://media.test/x", expires_at: "2026-02-02T00:00:00Z" } }),
    },
  });
  await user.click(await screen.findByRole("button", { name: "Restore version 1" }));
  await screen.findByText("Restore version 1 of clip-1.mp4?");
  await user.click(screen.getAllByRole("button", { name: "Restore version 1" }).at(-1) as HTMLElement);
  await waitFor(() => expect(named(sent, "restoreVersion")[0]?.body).toEqual({ id: assetId(1), version: 1 }));
  await user.click(screen.getByRole("button", { name: "Copy link…" }));
  await user.click(await screen.findByRole("button", { name: "Create link" }));
  expect(await screen.findByDisplayValue("https://media.test/x")).toBeTruthy();
  expect(named(sent, "createLink")[0]?.body).toEqual({ id: assetId(1), valid_minutes: 1440 });
});

it("the assets screen makes, renames and deletes a folder", async () => {
  const { user, sent, router } = open({
    answers: {
      "assets.ensureFolder": () => ({ reply: { ...folder, name: "selects" } }),
      "assets.updateFolder": () => ({ reply: folder }),
      "assets.deleteFolder": () => ({ refuse: 409, code: "conflict", detail: "this folder is not empty" }),
    },
  });
  await user.click(await screen.findByRole("button", { name: "Create folder" }));
  await user.type(await screen.findByLabelText("Name"), "selects{Enter}");
  await waitFor(() => expect(named(sent, "ensureFolder")[0]?.body).toEqual({ parent_id: null, path: ["selects"] }));
  await waitFor(() => expect(router.state.location.search).toContain(folder.id));
  await user.click(screen.getByRole("button", { name: "Actions for folder rushes" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete folder" }));
  await screen.findByText("Delete folder rushes?");
  await user.click(screen.getByRole("button", { name: "Delete folder" }));
  expect((await screen.findAllByText("this folder is not empty")).length).toBeGreaterThan(0);
});
