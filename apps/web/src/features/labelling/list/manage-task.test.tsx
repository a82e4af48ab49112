import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aTask, aTaskItem, TASK_ID } from "../testing/a-label-task.ts";
import { type Answers, callsOf, openAddress } from "../testing/open-labelling.tsx";

const AT = "2026-03-02T09:00:00Z";
const VIEW = "0198c0de-0000-7000-b500-000000000002";
const NO_LABELS = { items_total: 40, items_done: 0, labels_done: 0, labels_total: 80 };

const openMenu = async (answers: Answers, overrides: Parameters<typeof aTaskItem>[0] = {}) => {
  const opened = openAddress("/label/task/list", {
    "labelling.listLabelTasks": () => ({ reply: { items: [aTaskItem(overrides)], total: 1 } }),
    ...answers,
  });
  await opened.user.click(await screen.findByRole("button", { name: "Actions on Night captions" }));
  return opened;
};

it("the settings of a task are edited as of the revision that was shown", async () => {
  const { user, sent } = await openMenu({
    "labelling.getLabelTask": () => ({ reply: aTask("caption_edit", { revision: 7 }) }),
    "labelling.updateLabelTask": () => ({ reply: aTask("caption_edit", { revision: 8 }) }),
  });
  await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
  const name = await screen.findByRole("textbox", { name: "Task name" });
  await user.clear(name);
  expect(screen.getByText("Enter a name.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save task" }).disabled).toBe(true);
  await user.type(name, " Dusk captions ");
  const priority = screen.getByRole("spinbutton", { name: "Priority" });
  await user.clear(priority);
  await user.type(priority, "5");
  for (const [label, percent] of [
    ["Reviewed labels (%)", "20"],
    ["Adjudicate below an agreement of (%)", "85"],
  ] as const) {
    const input = screen.getByRole("spinbutton", { name: label });
    await user.clear(input);
    await user.type(input, percent);
  }
  await user.click(screen.getByRole("button", { name: "Save task" }));
  await waitFor(() => expect(callsOf(sent, "updateLabelTask")).toHaveLength(1));
  expect(callsOf(sent, "updateLabelTask")[0]?.body).toEqual({
    name: "Dusk captions",
    lease_minutes: 10,
    priority: 5,
    due_at: null,
    review_share: 20,
    adjudicate_below: 85,
    expect_revision: 7,
  });
});

it("a refused change of the settings stays in the dialog with its reason", async () => {
  const { user } = await openMenu({
    "labelling.getLabelTask": () => ({ reply: aTask("caption_edit") }),
    "labelling.updateLabelTask": () => ({ refuse: 409, code: "conflict", detail: "it was changed meanwhile" }),
  });
  await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
  await user.click(await screen.findByRole("button", { name: "Save task" }));
  const dialog = await screen.findByRole("dialog", { name: "Edit Night captions" });
  expect(await within(dialog).findByText("it was changed meanwhile")).toBeTruthy();
});

it("the views to add items from are those of the version that the task has", async () => {
  const view = {
    id: VIEW,
    dataset_id: aTaskItem().source?.dataset_id ?? "",
    name: "dusk",
    version: 3,
    filters: [],
    where: "",
    q: "",
    order_by: "",
    seed: 0,
    items: 12,
    created_by: "mei",
    created_at: AT,
  };
  const other = { ...view, id: TASK_ID, name: "older", version: 2 };
  const addition = {
    status: "Finished" as const,
    view_name: "noon",
    added: 3,
    duplicates: 2,
    missing_keys: 1,
    error: null,
    created_at: AT,
  };
  const { user, sent } = await openMenu({
    "labelling.getLabelTask": () => ({ reply: aTask("caption_edit", { addition }) }),
    "datasets.listViews": () => ({ reply: { items: [view, other], total: 2 } }),
    "labelling.addLabelItems": () => ({ reply: aTask("caption_edit") }),
  });
  await user.click(await screen.findByRole("menuitem", { name: "Add items" }));
  const last = "Last addition (noon): 3 added, 2 were there already, 1 keys not found";
  expect(await screen.findByText(last)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add items" }).disabled).toBe(true);
  await user.click(screen.getByRole("combobox", { name: "View" }));
  expect(await screen.findByTitle("dusk · 12 items")).toBeTruthy();
  expect(screen.queryByTitle(/older/)).toBeNull();
  await user.click(screen.getByTitle("dusk · 12 items"));
  await user.click(screen.getByRole("button", { name: "Add items" }));
  await waitFor(() => expect(callsOf(sent, "addLabelItems")).toHaveLength(1));
  expect(callsOf(sent, "addLabelItems")[0]?.body).toMatchObject({ source: { kind: "view", view_id: VIEW } });
});

it("a task without labels is deleted after its name was typed", async () => {
  const { user, sent } = await openMenu(
    { "labelling.deleteLabelTask": () => ({ reply: { ok: true } }) },
    { progress: NO_LABELS },
  );
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Delete task" });
  expect(button.disabled).toBe(true);
  await user.type(screen.getByRole("textbox", { name: /Night captions/ }), "Night captions");
  await user.click(button);
  await waitFor(() => expect(callsOf(sent, "deleteLabelTask")).toHaveLength(1));
});

it("a task with labels offers no deletion", async () => {
  await openMenu({});
  expect(await screen.findByRole("menuitem", { name: "Close" })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Delete" })).toBeNull();
});

it("the items in the hands of a person are released", async () => {
  const person = {
    user_id: VIEW,
    username: "ada",
    is_external: true,
    is_asked: true,
    is_in_group: false,
    leased: 2,
    submitted: 9,
    skipped: 2,
    prefill_kept: 3,
    prefill_total: 4,
    seconds: 90,
    last_at: AT,
  };
  const { user, sent } = await openMenu({
    "labelling.getLabelTask": () => ({ reply: aTask("caption_edit", { people: [person] }) }),
    "labelling.releaseLabelPerson": () => ({ reply: { ok: true, released: 2 } }),
  });
  await user.click(await screen.findByRole("menuitem", { name: "People" }));
  await user.click(await screen.findByRole("button", { name: "Release the items of ada" }));
  await waitFor(() => expect(callsOf(sent, "releaseLabelPerson")[0]?.body).toEqual({ user_id: VIEW }));
  expect(await screen.findByText("2 items of ada were released.")).toBeTruthy();
});
