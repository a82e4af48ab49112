import type { LabelPrefill } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { sendByXhr } from "../../../shared/uploads/send-by-xhr.ts";
import { anItem, aQueue, aTask, aTaskItem } from "../testing/a-label-task.ts";
import { type Answers, callsOf, openAddress, openWorkspace } from "../testing/open-labelling.tsx";
import { aPrefill } from "./testing/a-prefill.ts";
import "./prefill-dialog.tsx";

const send = vi.hoisted(() => vi.fn<typeof sendByXhr>());
vi.mock("../../../shared/uploads/send-by-xhr.ts", () => ({ sendByXhr: send }));
afterEach(() => send.mockReset());

const UPLOAD = { url: "https://storage.test/file", headers: { "content-type": "application/octet-stream" } };

const openDialog = async (files: LabelPrefill[], answers: Answers = {}) => {
  const opened = openAddress("/label/task/list", {
    "labelling.listLabelTasks": () => ({ reply: { items: [aTaskItem()], total: 1 } }),
    "labelling.getLabelTask": () => ({ reply: aTask("caption_edit") }),
    "labelling.listLabelPrefills": () => ({ reply: { items: files } }),
    "labelling.createLabelPrefill": () => ({
      reply: { prefill: aPrefill({ status: "Uploading", finished_at: null }), upload: UPLOAD },
    }),
    "labelling.startLabelPrefill": () => ({ reply: aPrefill({ status: "Waiting", finished_at: null }) }),
    ...answers,
  });
  await opened.user.click(await screen.findByRole("button", { name: "Actions on Night captions" }));
  await opened.user.click(await screen.findByRole("menuitem", { name: "Prefill" }));
  return { ...opened, dialog: await screen.findByRole("dialog", { name: "Prefill Night captions" }) };
};

const FILE = new File(["key,caption\nclip-1,a cat"], "captions.csv", { type: "text/csv" });

it("a chosen file is announced, sent to storage and started, once for all attempts", async () => {
  send.mockRejectedValueOnce(new TypeError("storage cannot be reached")).mockResolvedValueOnce({ status: 412 });
  const { user, sent, dialog } = await openDialog([]);
  expect(await within(dialog).findByText("Nothing was prefilled yet.")).toBeTruthy();
  const start = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Import" });
  expect(start.disabled).toBe(true);
  await user.upload(within(dialog).getByLabelText("Choose a CSV or JSONL file"), FILE);
  expect(within(dialog).getByText(/^captions\.csv, .+, read as CSV$/)).toBeTruthy();
  await user.click(start);
  expect(await within(dialog).findByRole("alert")).toBeTruthy();
  expect(callsOf(sent, "startLabelPrefill")).toHaveLength(0);
  await user.click(start);
  await waitFor(() => expect(callsOf(sent, "startLabelPrefill")).toHaveLength(1));
  const [first, second] = callsOf(sent, "createLabelPrefill").map(({ body }) => body);
  expect(first).toMatchObject({ file_name: "captions.csv", format: "csv", size_bytes: FILE.size });
  expect(second).toEqual(first);
  expect(send.mock.calls[1]?.[0]).toMatchObject({ url: UPLOAD.url, headers: UPLOAD.headers, body: FILE });
});

it("the imported files show their counts, the wrong lines in order, and why one failed", async () => {
  const faults = [
    { line: 9, reason: "the task has no item with this key" },
    { line: 2, reason: "caption: use at most 20 characters" },
  ];
  const failed = aPrefill({
    id: aTaskItem().template.id,
    file_name: "b.csv",
    status: "Failed",
    error: "no column key",
  });
  const { user, dialog } = await openDialog([aPrefill({ rows_wrong: 7, skipped: 3, faults }), failed]);
  const file = await within(dialog).findByRole("article", { name: "captions.csv" });
  expect(within(file).getByText(/^Prefilled: 1 · left .*: 3 · wrong lines: 7$/)).toBeTruthy();
  await user.click(within(file).getByText("7 wrong lines, the first 2 are shown"));
  const rows = within(file).getAllByRole("row").slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "2caption: use at most 20 characters",
    "9the task has no item with this key",
  ]);
  expect(within(dialog).getByText("no column key")).toBeTruthy();
});

it("a file that is being read shows its progress and can be cancelled", async () => {
  const running = aPrefill({ status: "Running", items_read: 10, finished_at: null });
  const { user, sent, dialog } = await openDialog([running], {
    "labelling.cancelLabelPrefill": () => ({ reply: aPrefill({ status: "Cancelled" }) }),
  });
  const label = "Comparing captions.csv with the items";
  const progress = await within(dialog).findByRole("progressbar", { name: label });
  expect(progress.getAttribute("aria-valuenow")).toBe("10");
  await user.click(within(dialog).getByRole("button", { name: `Cancel ${label}` }));
  await waitFor(() => expect(callsOf(sent, "cancelLabelPrefill")).toHaveLength(1));
});

it("whoever labels an item sees the score of its prefilled values", async () => {
  openWorkspace({
    task: aTask("caption_edit"),
    answers: {
      "labelling.claimLabelItems": () => ({
        reply: { items: [anItem(1, { prefill: { caption: "a cat" }, prefill_score: 0.934 })], queue: aQueue() },
      }),
    },
  });
  expect(await screen.findByText("Prefilled with a score of 0.93")).toBeTruthy();
});
