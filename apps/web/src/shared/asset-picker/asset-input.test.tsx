import type { UsableAsset } from "@dailies/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeApi, type SentCall } from "../../testing/fake-api.ts";
import { AssetInput } from "./lazy-asset-picker.tsx";

const idOf = (number: number): string => `0198c0de-0000-7000-8000-${String(number).padStart(12, "0")}`;

const aPicture = (number: number, overrides: Partial<UsableAsset> = {}): UsableAsset => ({
  id: idOf(number),
  name: `frame-${number}.png`,
  kind: "image",
  mime: "image/png",
  size: 2_000_000,
  probe: { duration: null, width: 1024, height: 576, fps: null, frames: null, codec: "png", audio: null, vfr: false },
  poster: `https://media.test/${number}.webp`,
  folder_id: null,
  status: "Ready",
  owner: "mei",
  created_at: "2026-01-02T03:04:05Z",
  is_mine: true,
  ...overrides,
});

const PICTURES = [aPicture(3), aPicture(2, { is_mine: false, owner: "bo" }), aPicture(1)];
const onChange = vi.fn<(id: string) => void>();

beforeEach(async () => {
  onChange.mockReset();
  await i18next.loadNamespaces(["ui", "shared"]);
});

const open = (value?: string) => {
  const matching = ({ url }: SentCall): UsableAsset[] =>
    PICTURES.filter(({ name }) => name.includes(url.searchParams.get("q") ?? ""));
  const sent = fakeApi({
    "assets.listUsableAssets": (call) => ({ reply: { items: matching(call), next_cursor: null } }),
    "assets.listUsableFolders": () => ({ reply: { items: [{ id: idOf(90), path: ["shoot", "day 1"] }] } }),
    "assets.getUsableAsset": ({ url }) => {
      const found = PICTURES.find(({ id }) => id === url.searchParams.get("id"));
      return found ? { reply: found } : { refuse: 404, code: "not_found", detail: "there is no such asset" };
    },
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AssetInput kind="image" label="First frame" value={value} onChange={onChange} />
    </QueryClientProvider>,
  );
  return sent;
};
const queries = (sent: SentCall[]): string[] =>
  sent.filter(({ name }) => name === "assets.listUsableAssets").map(({ url }) => url.search);

it("the asset field shows the chosen file with its size, codec and owner", async () => {
  open(idOf(2));
  const field = await screen.findByRole("group", { name: "First frame" });
  expect(await within(field).findByText("frame-2.png")).toBeTruthy();
  expect(within(field).getByText(/^1024×576 · png · /)).toBeTruthy();
  expect(within(field).getByText("Shared by bo")).toBeTruthy();
  expect(within(field).getByRole("button", { name: "Replace image" })).toBeTruthy();
});

it("the asset field says so when the chosen file cannot be used", async () => {
  open(idOf(77));
  expect(await screen.findByText("This file was deleted, or you may not use it.")).toBeTruthy();
});

it("the asset picker is opened, searched and answered with the keyboard alone", async () => {
  const user = userEvent.setup();
  const sent = open();
  await screen.findByRole("button", { name: "Choose image" });
  await user.tab();
  await user.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Choose image" });
  const search = await within(dialog).findByRole("searchbox", { name: "Search by name or ID" });
  await within(dialog).findByRole("listbox", { name: "Images" });
  search.focus();
  await user.keyboard("{ArrowDown}");
  expect(within(dialog).getByRole("option", { selected: true }).textContent).toContain("frame-3.png");
  await user.keyboard("{ArrowRight}");
  expect(within(dialog).getByRole("status").textContent).toContain("Shared by bo");
  await user.keyboard("{Enter}");
  expect(onChange).toHaveBeenCalledWith(idOf(2));
  expect(localStorage.getItem("recent-assets-image")).toBe(idOf(2));
  expect(queries(sent)[0]).toContain("kind=image");
});

it("the asset picker asks the server for words, source and folder", async () => {
  const user = userEvent.setup();
  const sent = open();
  await user.click(await screen.findByRole("button", { name: "Choose image" }));
  const dialog = await screen.findByRole("dialog", { name: "Choose image" });
  await user.type(await within(dialog).findByRole("searchbox"), "frame-1");
  await vi.waitFor(() => expect(queries(sent).at(-1)).toContain("q=frame-1"));
  await user.click(within(dialog).getByText("Shared with me"));
  await vi.waitFor(() => expect(queries(sent).at(-1)).toContain("scope=shared"));
  await user.click(within(dialog).getByRole("combobox", { name: "Folder" }));
  await user.click(await screen.findByTitle("shoot / day 1"));
  await vi.waitFor(() => expect(queries(sent).at(-1)).toContain(`folder=${idOf(90)}`));
});

it("the asset field refuses a dropped file of another kind before it is sent", async () => {
  const sent = open();
  const field = await screen.findByRole("group", { name: "First frame" });
  const hint = await within(field).findByText("or drop or paste an image here");
  const film = new File(["x"], "fox.mp4", { type: "video/mp4" });
  fireEvent.drop(hint, { dataTransfer: { types: ["Files"], files: [film] } });
  expect((await within(field).findByRole("alert")).textContent).toContain("fox.mp4 is not an image.");
  await userEvent.click(within(field).getByRole("button", { name: "Dismiss" }));
  expect(within(field).queryByRole("alert")).toBeNull();
  expect(sent).toEqual([]);
  expect(onChange).not.toHaveBeenCalled();
});
