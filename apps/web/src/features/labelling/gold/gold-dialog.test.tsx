import type { LabelGold } from "@dailies/contract";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { aTask, aTaskItem, TASK_ID } from "../testing/a-label-task.ts";
import { type Answers, callsOf, openAddress } from "../testing/open-labelling.tsx";
import "./gold-dialog.tsx";

const gold = (overrides: Partial<LabelGold> = {}): LabelGold => ({
  task_id: TASK_ID,
  share: 5,
  items: [
    { id: TASK_ID, key: "clip-7", item: 7, values: { decision: "keep" }, state: "ready" },
    { id: aTaskItem().template.id, key: "clip-x", item: null, values: { decision: "drop" }, state: "missing" },
  ],
  ...overrides,
});

const openMenu = async (owner: string, answers: Answers = {}) => {
  const opened = openAddress("/label/task/list", {
    "labelling.listLabelTasks": () => ({ reply: { items: [aTaskItem({ owner })], total: 1 } }),
    "labelling.getLabelTask": () => ({ reply: aTask("keep_or_drop", { gold_share: 5 }) }),
    "labelling.getLabelGold": () => ({ reply: gold() }),
    ...answers,
  });
  await opened.user.click(await screen.findByRole("button", { name: "Actions on Night captions" }));
  return opened;
};

it("the owner of a task adds gold items from a table, sets their share and removes one", async () => {
  const { user, sent } = await openMenu("mei", { "labelling.updateLabelGold": () => ({ reply: gold() }) });
  await user.click(await screen.findByRole("menuitem", { name: "Gold items" }));
  expect(await screen.findByRole("row", { name: /clip-7 decision: keep Ready/ })).toBeTruthy();
  expect(screen.getByRole("row", { name: /clip-x decision: drop Not in the task/ })).toBeTruthy();
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save gold items" });
  expect(save.disabled).toBe(true);
  const rows = screen.getByRole("textbox", { name: "Keys and answers, as CSV or JSONL" });
  await user.click(rows);
  await user.paste("key,colour\nclip-1,red");
  expect(screen.getByText("Line 1: the form has no field colour.")).toBeTruthy();
  await user.clear(rows);
  await user.click(rows);
  await user.paste("key,decision\nclip-1,keep");
  expect(screen.getByText("1 row is added or changed when you save.")).toBeTruthy();
  await user.click(save);
  await waitFor(() => expect(callsOf(sent, "updateLabelGold")).toHaveLength(1));
  const added = { share: 5, add: [{ key: "clip-1", values: { decision: "keep" } }] };
  expect(callsOf(sent, "updateLabelGold")[0]?.body).toEqual(added);
  await user.click(screen.getByRole("button", { name: "Remove the gold item clip-x" }));
  await waitFor(() => expect(callsOf(sent, "updateLabelGold")[1]?.body).toEqual({ remove: ["clip-x"] }));
});

it("somebody else is not offered the gold items of a task", async () => {
  await openMenu("olga");
  expect(await screen.findByRole("menuitem", { name: "Edit" })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Gold items" })).toBeNull();
});
