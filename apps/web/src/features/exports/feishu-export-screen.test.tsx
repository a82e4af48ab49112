import type { ExportItem } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { aBase, anExport, aPreview, idOf } from "./testing/an-export.ts";

type Answers = Parameters<typeof fakeApi>[0];

const TASK = idOf(1);
const task = {
  id: TASK,
  kind: "Benchmark",
  name: "Night scenes",
  description: "",
  tags: [],
  status: "Finished",
  owner: "mei",
  owner_id: idOf(900),
  is_mine: true,
  rows: 2,
  columns: 2,
  progress: null,
  spend: null,
  votes: null,
  revision: 1,
  archived_at: null,
  created_at: "2026-01-01T03:04:05Z",
  updated_at: "2026-01-02T03:04:05Z",
};

const open = (search = "", answers: Answers = {}, exports: ExportItem[] = []) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei", permissions: ["USE_VERSION_1_0"] }) }),
    "tasks.listTasks": () => ({ reply: { items: [task], total: 1 } }),
    "tasks.getTask": () => ({ reply: { ...task, members: [], settings: {} } }),
    "exports.getLarkState": () => ({ reply: { is_configured: true, domain: "open.feishu.cn" } }),
    "exports.listExports": () => ({ reply: { items: exports, total: exports.length } }),
    "exports.getExport": ({ url }) => {
      const item = exports.find(({ id }) => url.pathname.endsWith(id));
      return item ? { reply: item } : { refuse: 404, code: "not_found", detail: "there is no such export" };
    },
    "exports.previewExport": () => ({ reply: aPreview() }),
    "exports.resolveLarkLink": () => ({ reply: aBase() }),
    "exports.createExport": () => ({ reply: anExport(7, { status: "Waiting", rows_done: 0, rows_total: null }) }),
    ...answers,
  });
  return { sent, ...renderConsole(`/feishu-export${search}`) };
};

const bodyOf = (sent: SentCall[], name: string): unknown => sent.findLast((call) => call.name === name)?.body;
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>("button", { name });

describe("a new export", () => {
  it("asks for a task first, then shows its first rows and begins", async () => {
    const { user, sent, router } = open();
    expect(await screen.findByText("No task selected")).toBeDefined();
    expect((await button("Choose rows to export")).disabled).toBe(true);
    await user.click(screen.getByRole("combobox", { name: "Tasks" }));
    await user.click(await screen.findByTitle("Night scenes"));
    const table = await screen.findByRole("grid", { name: "Preview" });
    expect(await within(table).findByText("=SUM(A1)")).toBeDefined();
    expect(screen.getByText("5,000 rows, showing the first ten")).toBeDefined();
    expect(router.state.location.search).toBe(`?task=${TASK}`);
    await user.click(await button("Export 5,000 rows as XLSX"));
    await waitFor(() => expect(router.state.location.search).toContain("view=list"));
    expect(bodyOf(sent, "exports.createExport")).toMatchObject({
      task_ids: [TASK],
      rows: "cells",
      aggregation: "All",
      media: "none",
      target: { kind: "xlsx" },
    });
  });

  it("keeps what is asked for in the address, and drops clips where they cannot be had", async () => {
    const { user, sent, router } = open(`?task=${TASK}&rows=judgements&media=link&target=csv`);
    expect(await screen.findByText(/^One row per judgement/)).toBeDefined();
    await user.click(screen.getByText("Leaderboard"));
    await waitFor(() => expect(router.state.location.search).toBe(`?task=${TASK}&target=csv&rows=leaderboard`));
    await waitFor(() =>
      expect(bodyOf(sent, "exports.previewExport")).toMatchObject({ rows: "leaderboard", media: "none" }),
    );
    await user.click(screen.getByText("Average"));
    expect(await screen.findByText(/averaged per cell first/)).toBeDefined();
  });

  it("says in the preview why something cannot be read", async () => {
    const detail = "'Night scenes' is still being judged: its owner alone may export what was said";
    open(`?task=${TASK}&rows=judgements`, {
      "exports.previewExport": () => ({ refuse: 403, code: "not_allowed", detail }),
    });
    expect(await screen.findByText(detail)).toBeDefined();
    expect(screen.getByText("These rows cannot be exported. See the preview for the reason.")).toBeDefined();
  });

  it("copies the preview for a table that one pastes into, without formulas", async () => {
    const { user } = open(`?task=${TASK}`);
    const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await screen.findByText("=SUM(A1)");
    await user.click(await button("Copy as TSV"));
    expect(copied.mock.calls).toEqual([
      [
        "Task\tRow\tprompt\tJudged at\nNight scenes\t1\t'=SUM(A1)\t\nNight scenes\t2\ta boat at sea\t2026-11-14T08:00:00Z",
      ],
    ]);
    expect(await button("Copied")).toBeDefined();
  });

  it("without credentials says so and offers files", async () => {
    const { user } = open(`?task=${TASK}&target=lark`, {
      "exports.getLarkState": () => ({ reply: { is_configured: false, domain: null } }),
    });
    expect(await screen.findByText("Lark is not configured.")).toBeDefined();
    expect((await button(/to Lark$/)).disabled).toBe(true);
    expect(screen.queryByRole("textbox", { name: "Link to the base" })).toBeNull();
    await user.click(screen.getByText("CSV"));
    await waitFor(async () => expect((await button("Export 5,000 rows as CSV")).disabled).toBe(false));
  });
});

describe("an export to Lark", () => {
  it("finds the base behind an address, checks the kinds of its columns and sends the mapping", async () => {
    const { user, sent } = open(`?task=${TASK}&target=lark`);
    const address = await screen.findByRole("textbox", { name: "Link to the base" });
    await user.type(address, "https://x.feishu.cn/base/basRESULTS?table=tblRUNS{Enter}");
    const mapping = await screen.findByRole("table");
    const rowOf = (name: string) => within(mapping).getByRole("row", { name: new RegExp(`^${name} `) });
    expect(within(rowOf("Task")).getByText("Matches")).toBeDefined();
    expect(within(rowOf("Row")).getByText("Type is checkbox")).toBeDefined();
    expect(within(rowOf("prompt")).getByText("New column")).toBeDefined();
    expect(screen.getByText("Some columns do not match. Correct the mapping.")).toBeDefined();
    expect((await button(/to Lark$/)).disabled).toBe(true);
    await user.click(screen.getByRole("combobox", { name: "Lark column for Row" }));
    await user.click(await screen.findByTitle("Position"));
    await user.click(screen.getByRole("combobox", { name: "Lark column for Judged at" }));
    const choices = await screen.findAllByTitle("Exclude");
    await user.click(choices.at(-1) ?? expect.unreachable("there is nothing to choose"));
    await user.click(await button("Export 5,000 rows to Lark"));
    await waitFor(() =>
      expect(bodyOf(sent, "exports.createExport")).toMatchObject({
        target: {
          kind: "lark",
          table_id: "tblRUNS",
          updates_in_place: true,
          mapping: [
            { column: "task", target: "Task" },
            { column: "row", target: "Position" },
            { column: "input.prompt", target: "prompt" },
          ],
        },
      }),
    );
  });

  it("says what is wrong with an address, and keeps it", async () => {
    const detail = "this is not the address of a Lark base: open the base in Lark and copy its address";
    const { user } = open(`?task=${TASK}&target=lark`, {
      "exports.resolveLarkLink": () => ({ refuse: 422, code: "invalid", detail }),
    });
    const address = await screen.findByRole<HTMLInputElement>("textbox", { name: "Link to the base" });
    await user.type(address, "nonsense");
    await user.click(await button("Find base"));
    expect((await screen.findAllByText(detail)).length).toBeGreaterThan(0);
    expect(address.value).toBe("nonsense");
    expect(screen.getByText("Find a base, then choose a table or name a new one.")).toBeDefined();
  });
});

describe("the list of exports", () => {
  const waiting = anExport(1, { status: "Running", rows_done: 500, result_url: null, finished_at: null });
  const failed = anExport(2, {
    status: "Failed",
    rows_done: 1_000,
    result_url: null,
    task_names: ["Hands"],
    error: { code: "not_allowed", message: "Lark does not let this console edit the base", is_retryable: false },
  });
  const toLark = anExport(3, {
    task_names: ["Boats"],
    result_url: "https://x.feishu.cn/base/basA?table=tblB",
    bytes: null,
    target: {
      kind: "lark",
      link: "https://x.feishu.cn/base/basA",
      table_id: null,
      table_name: "Out",
      mapping: [],
      updates_in_place: true,
    },
  });
  const rowOf = (name: string) => screen.findByRole("row", { name: new RegExp(name) });

  it("shows how far each is, and the one thing to do next", async () => {
    const { user, sent } = open("?view=list", { "exports.cancelExport": () => ({ reply: waiting }) }, [
      waiting,
      failed,
      toLark,
      anExport(4, { task_names: ["Dogs"] }),
      anExport(5, { task_names: ["Cats"], is_expired: true, result_url: null }),
    ]);
    const bar = within(await rowOf("Night scenes")).getByRole("progressbar", { name: "500 of 1,200 rows" });
    expect(bar.getAttribute("aria-valuenow")).toBe("500");
    expect(
      within(await rowOf("Boats"))
        .getByRole("link", { name: "Open in Lark" })
        .getAttribute("href"),
    ).toBe("https://x.feishu.cn/base/basA?table=tblB");
    const file = within(await rowOf("Dogs")).getByRole("link", { name: "Download file" });
    expect(file.getAttribute("href")).toBe(`/api_v1/export/download/${idOf(4)}`);
    const cats = await rowOf("Cats");
    expect(within(cats).getByText("File deleted after its retention period")).toBeDefined();
    expect(within(cats).queryByRole("link", { name: "Download file" })).toBeNull();
    await user.click(within(await rowOf("Night scenes")).getByRole("button", { name: "Cancel export" }));
    await waitFor(() => expect(sent.some(({ name }) => name === "exports.cancelExport")).toBe(true));
  });

  it("explains in the detail why one stopped, and goes on from there", async () => {
    const { user, sent, router } = open("?view=list", { "exports.resumeExport": () => ({ reply: waiting }) }, [failed]);
    await user.click(within(await rowOf("Hands")).getByText("Hands"));
    await waitFor(() => expect(router.state.location.search).toContain(`export=${idOf(2)}`));
    expect(await screen.findByText("Lark does not let this console edit the base")).toBeDefined();
    expect(screen.getByText("The written rows are kept. Fix this problem, then resume.")).toBeDefined();
    const again = await screen.findAllByRole("button", { name: "Resume export" });
    await user.click(again.at(-1) ?? expect.unreachable("there is nothing to resume"));
    await waitFor(() => expect(sent.some(({ name }) => name === "exports.resumeExport")).toBe(true));
  });

  it("says what it is for while it is empty, and what failed when it cannot be read", async () => {
    const { unmount } = open("?view=list");
    expect(await screen.findByText("No exports yet")).toBeDefined();
    unmount();
    open("?view=list", { "exports.listExports": () => ({ refuse: 500, detail: "the list cannot be read" }) });
    expect((await screen.findAllByText("the list cannot be read")).length).toBeGreaterThan(0);
  });
});

it("the export screen is closed to people who may not use version 1.0", async () => {
  open("", { "auth.me": () => ({ reply: aUser({ username: "mei", permissions: [] }) }) });
  expect(await screen.findByText("current user has no permission to access")).toBeDefined();
});

describe("a new base", () => {
  it("is created with its folder, and the export goes on with it", async () => {
    const { user, sent } = open(`?task=${TASK}&target=lark`, {
      "exports.createLarkBase": () => ({ reply: { ...aBase(), link: "https://x.feishu.cn/base/basNEW" } }),
    });
    await user.click(await screen.findByText("New base"));
    expect((await button("Create base")).disabled).toBe(true);
    await user.type(screen.getByLabelText("Name of the base"), "Results");
    await user.type(screen.getByLabelText("Link to a folder (optional)"), "https://x.feishu.cn/drive/folder/fldA");
    await user.click(await button("Create base"));
    expect(await screen.findByDisplayValue("https://x.feishu.cn/base/basNEW")).toBeDefined();
    expect(bodyOf(sent, "exports.createLarkBase")).toEqual({
      name: "Results",
      folder_link: "https://x.feishu.cn/drive/folder/fldA",
      request_key: expect.any(String),
    });
    expect(screen.getByLabelText(/^Table in/)).toBeDefined();
  });
});
