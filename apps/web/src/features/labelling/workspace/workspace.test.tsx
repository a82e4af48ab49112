import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { frame } from "../../../shared/leased-work/testing/ready-clips.ts";
import { aUser } from "../../../testing/a-user.ts";
import { anItem, aQueue, aTask, leaseId } from "../testing/a-label-task.ts";
import { callsOf, openWorkspace } from "../testing/open-labelling.tsx";

const shown = (place: number): Promise<HTMLElement> => screen.findByText(`item ${place} of 40`);
const dialogOf = async (title: string | RegExp): Promise<HTMLElement> => {
  const found = (await screen.findByText(title)).closest<HTMLElement>("[role=dialog]");
  if (!found) throw new Error("this is the title of no dialog");
  return found;
};

it("the workspace leases four items, shows the first, and keeps all of them", async () => {
  const { sent } = openWorkspace({});
  await shown(1);
  expect(callsOf(sent, "claimLabelItems").map(({ body }) => body)).toMatchObject([{ count: 4 }]);
  await waitFor(() => expect(callsOf(sent, "heartbeatLabelItems")).toHaveLength(1));
  expect(callsOf(sent, "heartbeatLabelItems")[0]?.body).toEqual({ lease_ids: [1, 2, 3, 4].map(leaseId) });
  expect(within(screen.getByRole("navigation", { name: "Queue" })).getAllByRole("listitem")).toHaveLength(4);
});

it("an item is labelled and sent by keyboard alone, and a field that depends on another is asked when it is shown", async () => {
  const { user, sent } = openWorkspace({});
  await shown(1);
  expect(screen.queryByRole("group", { name: /^Reason/ })).toBeNull();
  await user.keyboard("2");
  expect(screen.getByRole("group", { name: /^Reason/ })).toBeTruthy();
  await user.keyboard("{Enter}");
  expect(screen.getByText("This field is required.")).toBeTruthy();
  expect(callsOf(sent, "submitLabel")).toHaveLength(0);
  await user.keyboard("3{Enter}");
  await shown(2);
  await waitFor(() => expect(callsOf(sent, "submitLabel")).toHaveLength(1));
  expect(callsOf(sent, "submitLabel")[0]?.body).toMatchObject({
    lease_id: leaseId(1),
    values: { decision: "drop", reason: "low quality" },
    guidelines_version: 1,
  });
});

it("the workspace sends no value of a field that is hidden again", async () => {
  const { user, sent } = openWorkspace({});
  await shown(1);
  await user.keyboard("23");
  await user.click(screen.getByRole("radio", { name: "keep" }));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(callsOf(sent, "submitLabel")).toHaveLength(1));
  expect(callsOf(sent, "submitLabel")[0]?.body).toMatchObject({ values: { decision: "keep" } });
});

it("four ratings are four keys and Enter", async () => {
  const { user, sent } = openWorkspace({ task: aTask("multi_attribute_rating") });
  await shown(1);
  await user.keyboard("4352{Enter}");
  await waitFor(() => expect(callsOf(sent, "submitLabel")).toHaveLength(1));
  expect(callsOf(sent, "submitLabel")[0]?.body).toMatchObject({
    values: { visual_quality: 4, motion: 3, aesthetics: 5, caption_match: 2 },
  });
});

it("a caption shows what was changed in the prefilled text, and is saved as a draft with its time", async () => {
  const { user, sent } = openWorkspace({
    task: aTask("caption_edit"),
    answers: {
      "labelling.claimLabelItems": () => ({
        reply: { items: [anItem(1, { prefill: { caption: "a car at night" } })], queue: aQueue() },
      }),
    },
  });
  await shown(1);
  expect(screen.getByText("prefilled")).toBeTruthy();
  await user.type(screen.getByRole("textbox"), " in rain");
  expect(screen.getByText("edited")).toBeTruthy();
  expect(screen.getByText(/in rain/, { selector: "ins" })).toBeTruthy();
  expect(screen.getByText(/^saved in this browser \d\d:\d\d:\d\d$/)).toBeTruthy();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(callsOf(sent, "submitLabel")).toHaveLength(1));
  expect(callsOf(sent, "submitLabel")[0]?.body).toMatchObject({ values: { caption: "a car at night in rain" } });
});

it("a segment is set at the playhead by i and o, and its class by a digit", async () => {
  const { user, sent } = openWorkspace({ task: aTask("temporal_segments") });
  await shown(1);
  await frame();
  await user.keyboard("..");
  await frame();
  await user.keyboard("i..");
  await frame();
  await user.keyboard("o2");
  expect(screen.getByText("0.300 s · frames 2–4")).toBeTruthy();
  expect(screen.getByRole("slider", { name: "Start of camera move" }).getAttribute("aria-valuenow")).toBe("200");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(callsOf(sent, "submitLabel")).toHaveLength(1));
  expect(callsOf(sent, "submitLabel")[0]?.body).toMatchObject({
    values: {
      segments: [{ start_us: 200_000, end_us: 500_000, class: "camera move", start_frame: 2, end_frame: 4 }],
    },
  });
});

it("the times of a segment can be typed, and an edge moves by a frame with an arrow key", async () => {
  const { user } = openWorkspace({ task: aTask("temporal_segments") });
  await shown(1);
  await frame();
  await user.keyboard("io");
  const end = screen.getByRole("textbox", { name: "End of action" });
  await user.clear(end);
  await user.type(end, "1.25{Enter}");
  expect(screen.getByText(/^1.250 s/)).toBeTruthy();
  screen.getByRole("slider", { name: "Start of action" }).focus();
  await user.keyboard("{ArrowRight}");
  expect(screen.getByText(/^1.150 s · frames 1–12/)).toBeTruthy();
});

it("a clip in which nothing happens is an answer of its own", async () => {
  const { user, sent } = openWorkspace({ task: aTask("temporal_segments") });
  await shown(1);
  await user.keyboard("{Enter}");
  expect(screen.getByText("This field is required.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Nothing happens" }));
  await user.click(screen.getByRole("button", { name: /^Submit label/ }));
  await waitFor(() => expect(callsOf(sent, "submitLabel")).toHaveLength(1));
  expect(callsOf(sent, "submitLabel")[0]?.body).toMatchObject({ values: { segments: [] } });
});

it("the last label is taken back by u", async () => {
  const { user, sent } = openWorkspace({});
  await shown(1);
  await user.keyboard("1{Enter}");
  await shown(2);
  await waitFor(() => expect(callsOf(sent, "submitLabel")).toHaveLength(1));
  await user.keyboard("u");
  await shown(1);
  expect(callsOf(sent, "undoLabel")).toHaveLength(1);
});

it("the labels are kept without a connection and sent under the same key when it is back", async () => {
  let isDown = true;
  const reply = { revision_id: leaseId(90), can_undo_until: new Date().toISOString(), next: null, queue: aQueue() };
  const { user, sent } = openWorkspace({
    answers: { "labelling.submitLabel": () => (isDown ? "network failure" : { reply }) },
  });
  await shown(1);
  await user.keyboard("1{Enter}");
  await shown(2);
  expect(await screen.findByText(/1 label is saved in this browser/)).toBeTruthy();
  isDown = false;
  fireEvent(window, new Event("online"));
  await waitFor(() => expect(screen.queryByText(/1 label is saved in this browser/)).toBeNull());
  const ids = callsOf(sent, "submitLabel").map(({ body }) => (body as { client_id: string }).client_id);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(1);
});

it("a draft that could not be sent is sent when the connection is back", async () => {
  let isDown = true;
  const { user, sent } = openWorkspace({
    answers: { "labelling.saveLabelDraft": () => (isDown ? "network failure" : { reply: { ok: true } }) },
  });
  await shown(1);
  await user.keyboard("1");
  await waitFor(() => expect(callsOf(sent, "saveLabelDraft")).toHaveLength(1), { timeout: 5_000 });
  isDown = false;
  fireEvent(window, new Event("online"));
  expect(await screen.findByText(/^saved \d\d:/)).toBeTruthy();
  expect(callsOf(sent, "saveLabelDraft").at(-1)?.body).toMatchObject({ values: { decision: "keep" } });
});

it("the workspace claims again by itself when the connection is back", async () => {
  let isDown = true;
  openWorkspace({
    answers: {
      "labelling.claimLabelItems": () =>
        isDown ? "network failure" : { reply: { items: [anItem(1)], queue: aQueue() } },
    },
  });
  expect(await screen.findByText("The next items could not be loaded")).toBeTruthy();
  isDown = false;
  fireEvent(window, new Event("online"));
  await shown(1);
});

it("the workspace says that a lease was lost, and goes on with the next item", async () => {
  openWorkspace({
    answers: { "labelling.heartbeatLabelItems": () => ({ reply: { kept: [], lost: [leaseId(1)] } }) },
  });
  expect(await screen.findByText(/Your lease on the item ended/)).toBeTruthy();
  await shown(2);
});

it("an item is skipped with a reason by x", async () => {
  const { user, sent } = openWorkspace({});
  await shown(1);
  await user.keyboard("x");
  const dialog = await dialogOf("Skip this item?");
  await user.click(within(dialog).getByRole("radio", { name: /The guidelines are unclear/ }));
  await user.click(within(dialog).getByRole("button", { name: "Skip item" }));
  await shown(2);
  expect(callsOf(sent, "skipLabelItem")[0]?.body).toEqual({
    lease_id: leaseId(1),
    reason: "unclear_guidelines",
    note: "",
  });
});

it("the guidelines open by g as elements, never as markup", async () => {
  const { user } = openWorkspace({});
  await shown(1);
  await user.keyboard("g");
  expect(await screen.findByRole("heading", { name: "Look closely" })).toBeTruthy();
  expect(screen.getByText("hands").tagName).toBe("STRONG");
});

it("the workspace says when the guidelines have changed", async () => {
  openWorkspace({
    answers: {
      "labelling.claimLabelItems": () => ({
        reply: { items: [anItem(1)], queue: aQueue({ guidelines_version: 2 }) },
      }),
    },
  });
  expect(await screen.findByText("The guidelines changed: version 2 is new.")).toBeTruthy();
});

const emptied = (queue: Parameters<typeof aQueue>[0]) => ({
  "labelling.claimLabelItems": () => ({ reply: { items: [], queue: aQueue(queue) } }),
});

it.each([
  ["done", "All done"],
  ["paused", "This task is paused"],
  ["closed", "This task is closed"],
] as const)("an empty queue says that the task is %s", async (state, title) => {
  openWorkspace({ answers: emptied({ state }) });
  expect(await screen.findByText(title)).toBeTruthy();
});

it("an empty queue says when the next item of others is free", async () => {
  const next_free_at = new Date(Date.now() + 190_000).toISOString();
  openWorkspace({ answers: emptied({ state: "waiting", leased_by_others: 5, next_free_at }) });
  expect(await screen.findByText(/5 items are leased by others. The next one is free in 3:(10|09)/)).toBeTruthy();
});

it("a task that was not shared is not known", async () => {
  openWorkspace({
    answers: { "labelling.getLabelTask": () => ({ refuse: 404, code: "not_found", detail: "no such task" }) },
  });
  expect(await screen.findByText("No such label task")).toBeTruthy();
});

it("a draft task can be started by internal users only", async () => {
  const task = aTask("keep_or_drop", { status: "Draft" });
  openWorkspace({ task, answers: { "auth.me": () => ({ reply: aUser({ role: "labeller" }) }) } });
  expect(await screen.findByText("This task is a draft")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Start task" })).toBeNull();
});

it("a label that a reviewer returned shows the comment above its form, with the label as the draft", async () => {
  const returned = { note: "There is a watermark.", at: "2026-03-02T09:30:00Z" };
  openWorkspace({
    answers: {
      "labelling.claimLabelItems": () => ({
        reply: {
          items: [anItem(1, { returned, draft: { decision: "keep" }, draft_saved_at: returned.at })],
          queue: aQueue(),
        },
      }),
    },
  });
  await shown(1);
  expect(screen.getByText("Returned by a reviewer:").closest("[role=status]")?.textContent).toContain(returned.note);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "keep" }).checked).toBe(true);
});
