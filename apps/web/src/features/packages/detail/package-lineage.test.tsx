import type { Lineage, LineageGraph, LineageObject } from "@dailies/contract";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import "./package-page.tsx";
import "../package-records-screen.tsx";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { aDetail, aPackage } from "../testing/a-package.ts";
import "../../../shared/lineage/lineage-dialog.tsx";

const idOf = (n: number): string => `019a0000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const one = aPackage(2);
const anObject = (kind: LineageObject["kind"], n: number, more: Partial<LineageObject> = {}): LineageObject => ({
  kind,
  id: idOf(n),
  version: null,
  name: `${kind} ${n}`,
  dataset_id: null,
  is_deleted: false,
  made_at: "2026-01-02T03:04:05Z",
  ...more,
});
const runs = [1, 2, 3, 4, 5].map((n) => anObject("run", n));
const LINEAGE: Lineage = {
  sources: {
    groups: [
      { kind: "dataset", items: [anObject("dataset", 8, { version: 3 })], total: 1, is_capped: false },
      {
        kind: "view",
        items: [anObject("view", 9, { is_deleted: true, dataset_id: idOf(8) })],
        total: 1,
        is_capped: false,
      },
    ],
    hidden: 0,
  },
  uses: { groups: [{ kind: "run", items: runs, total: 10_000, is_capped: true }], hidden: 2 },
};
const nodeOf = (object: LineageObject, more_uses = 0) => ({
  key: `${object.kind}:${object.id}`,
  object,
  hidden: 0,
  more_sources: 0,
  more_uses,
});
const root = { ...anObject("package", 0), id: one.id, name: "night-drives@2" };
const GRAPH: LineageGraph = {
  root: `package:${one.id}`,
  nodes: [
    nodeOf(root, 998),
    nodeOf(anObject("run", 1)),
    { key: "hidden:uses", object: null, hidden: 2, more_sources: 0, more_uses: 0 },
  ],
  edges: [
    { from: `package:${one.id}`, to: `run:${idOf(1)}` },
    { from: `package:${one.id}`, to: "hidden:uses" },
  ],
  is_cut: true,
};

const open = (answers: Parameters<typeof fakeApi>[0] = {}) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei" }) }),
    "packages.getPackage": () => ({ reply: aDetail(one) }),
    "packages.listPackages": () => ({ reply: { items: [one], total: 1 } }),
    "lineage.getLineage": () => ({ reply: LINEAGE }),
    "lineage.getLineageGraph": () => ({ reply: GRAPH }),
    "lineage.listLineage": ({ url }) => ({
      reply: url.searchParams.has("cursor")
        ? { items: [anObject("run", 7)], next_cursor: null }
        : { items: [...runs, anObject("run", 6)], next_cursor: `${idOf(6)}.0` },
    }),
    ...answers,
  });
  return { sent, ...renderConsole(`/package-records?id=${one.id}`) };
};
const line = () => screen.findByRole("region", { name: "Lineage" });
const openDialog = async (user: ReturnType<typeof open>["user"]) => {
  await user.click(within(await line()).getByRole("button", { name: "Show lineage" }));
  return within(await screen.findByRole("dialog", { name: "Lineage of night-drives@2" }));
};

describe("the lineage line of a page", () => {
  it("names the nearest sources and uses, with links, and how many more there are", async () => {
    open();
    const section = within(await line());
    const dataset = await section.findByRole("link", { name: "dataset 8 · v3" });
    expect(dataset.getAttribute("href")).toContain(`/dataset?id=${idOf(8)}&version=3`);
    expect(section.queryByRole("link", { name: "view 9" })).toBeNull();
    expect(section.getByText("(deleted)")).toBeDefined();
    expect(section.getByRole("link", { name: "run 1" }).getAttribute("href")).toContain(`/experiment?run=${idOf(1)}`);
    expect(section.getByRole("button", { name: "and 9,997+ more" })).toBeDefined();
    expect(section.getByText("2 things that you cannot see")).toBeDefined();
  });

  it("says when there is nothing", async () => {
    const side = { groups: [], hidden: 0 };
    open({ "lineage.getLineage": () => ({ reply: { sources: side, uses: side } }) });
    expect(await screen.findByText("nothing yet")).toBeDefined();
  });

  it("is hidden from those who may not see the object, and can be asked for again after a failure", async () => {
    let isFailing = true;
    const { user } = open({
      "lineage.getLineage": () =>
        isFailing ? { refuse: 409, code: "conflict", detail: "not now" } : { reply: LINEAGE },
    });
    const section = within(await line());
    expect(await section.findByText(/could not be loaded/)).toBeDefined();
    isFailing = false;
    await user.click(section.getByRole("button", { name: "Try again" }));
    expect(await section.findByRole("link", { name: "run 1" })).toBeDefined();
  });

  it("is absent for a rater who may not see the object", async () => {
    open({
      "lineage.getLineage": () => ({ refuse: 403, code: "not_allowed", detail: "you judge clips of this task" }),
    });
    await screen.findByRole("heading", { name: "night-drives@2" });
    await expect.poll(() => screen.queryByRole("region", { name: "Lineage" })).toBeNull();
  });
});

describe("the lineage dialog", () => {
  it("draws the graph with links, its object marked, and what cannot be seen without a name", async () => {
    const { user } = open();
    const dialog = await openDialog(user);
    const graph = within(await dialog.findByRole("region", { name: /^Graph from sources/ }));
    expect(graph.getByRole("link", { name: "run 1" })).toBeDefined();
    expect(graph.getByText(/this one/)).toBeDefined();
    expect(graph.queryByRole("link", { name: "night-drives@2" })).toBeNull();
    expect(graph.getByText("998 more uses")).toBeDefined();
    expect(graph.getByText("2 things that you cannot see")).toBeDefined();
    expect(dialog.getByText(/^The graph goes on/)).toBeDefined();
  });

  it("lists all of a kind, page by page, and closes when a link is followed", async () => {
    const { user, router } = open({
      "experiments.getRun": () => ({ refuse: 404, code: "not_found", detail: "there is no such run" }),
    });
    const dialog = await openDialog(user);
    const uses = within(await dialog.findByRole("region", { name: "Used in" }));
    await user.click(uses.getByRole("button", { name: "Show more: Run" }));
    expect(await uses.findByRole("link", { name: "run 6" })).toBeDefined();
    await user.click(uses.getByRole("button", { name: "Show more: Run" }));
    await user.click(await uses.findByRole("link", { name: "run 7" }));
    await expect.poll(() => router.state.location.search).toBe(`?run=${idOf(7)}`);
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  });
});
