import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../../../../testing/a-user.ts";
import { anItem } from "../testing/an-item.ts";
import { films, inAddress, openItems } from "../testing/open-items.ts";

const AT = "2026-01-02T03:04:05Z";
const DRAFT = "0198c0de-0000-7000-8000-000000000777";
const aTask = (id: string, name: string) => ({
  id,
  kind: "Benchmark",
  name,
  description: "",
  tags: [],
  status: "Init",
  owner: "mei",
  owner_id: "0198c0de-0000-7000-8000-000000000002",
  is_mine: true,
  rows: 3,
  columns: 2,
  progress: null,
  spend: null,
  votes: null,
  revision: 1,
  archived_at: null,
  created_at: AT,
  updated_at: AT,
});
const me = (permissions: Parameters<typeof aUser>[0]) => () => ({ reply: aUser(permissions) });
const answers = {
  "auth.me": me({ permissions: ["USE_VERSION_1_0"] }),
  "tasks.listTasks": () => ({ reply: { items: [aTask(DRAFT, "Night drive")], total: 1 } }),
  "tasks.createTask": () => ({ reply: aTask(DRAFT, "Films") }),
};
const query = `&where=${encodeURIComponent("width > 500")}&q=fox&seed=7`;

it("the item browser takes its filter to a draft benchmark that is found by name", async () => {
  const { user, sent } = openItems(query, { items: [anItem(0)], answers });
  await user.click(await screen.findByRole("button", { name: "Benchmark rows" }));
  const box = await screen.findByRole("dialog");
  expect(within(box).getByText(/width > 500/)).toBeTruthy();
  await user.type(within(box).getByRole("searchbox", { name: "Search drafts by name" }), "night");
  const asked = () => sent.filter(({ name }) => name === "tasks.listTasks").map(({ url }) => url.searchParams);
  await waitFor(() => expect(asked().at(-1)?.get("q")).toBe("night"));
  expect([asked()[0]?.get("status"), asked()[0]?.get("is_mine"), asked()[0]?.get("kind")]).toEqual([
    "Init",
    "true",
    "Benchmark",
  ]);
  const link = await within(box).findByRole("link", { name: /Night drive/ });
  const address = new URLSearchParams(link.getAttribute("href")?.split("?")[1]);
  expect(Object.fromEntries(address)).toEqual({
    task: DRAFT,
    import: "dataset",
    dataset: films.id,
    version: "1",
    where: "width > 500",
    q: "fox",
    seed: "7",
  });
});

it("the item browser makes a new benchmark and opens its import", async () => {
  const { user, sent, router } = openItems(query, { items: [anItem(0)], answers });
  await user.click(await screen.findByRole("button", { name: "Benchmark rows" }));
  const box = await screen.findByRole("dialog");
  await user.click(within(box).getByRole("button", { name: "New benchmark" }));
  await user.click(within(box).getByRole("button", { name: "Create benchmark" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/task-generate"));
  expect(sent.find(({ name }) => name === "tasks.createTask")?.body).toMatchObject({
    kind: "Benchmark",
    name: "Films",
  });
  expect([inAddress(router, "task"), inAddress(router, "where")]).toEqual([DRAFT, "width > 500"]);
});

it("the item browser offers no benchmark to those who may not use one", async () => {
  openItems(query, { items: [anItem(0)], answers: { ...answers, "auth.me": me({ permissions: [] }) } });
  expect(await screen.findByRole("button", { name: /Export/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Benchmark rows" })).toBeNull();
});
