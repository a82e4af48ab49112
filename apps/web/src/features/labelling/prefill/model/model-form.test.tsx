import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aTask, aTaskItem, TASK_ID } from "../../testing/a-label-task.ts";
import { type Answers, callsOf, openAddress } from "../../testing/open-labelling.tsx";
import { aPrefill, aPrefillModel } from "../testing/a-prefill.ts";
import "../prefill-dialog.tsx";

const PRICED = {
  id: TASK_ID,
  name: "Captioner",
  version: "v7",
  pricing: { unit: "call", unit_price_micros: 2_000, currency: "USD", checked_at: null },
} as const;

const openModel = async (answers: Answers = {}) => {
  const opened = openAddress("/label/task/list", {
    "labelling.listLabelTasks": () => ({ reply: { items: [aTaskItem()], total: 1 } }),
    "labelling.getLabelTask": () => ({ reply: aTask("caption_edit") }),
    "labelling.listLabelPrefills": () => ({ reply: { items: [] } }),
    "labelling.listPrefillPerformers": () => ({ reply: { items: [PRICED] } }),
    "labelling.estimateModelPrefill": () => ({
      reply: { items: 40, cost: { amount_micros: 80_000, currency: "USD" }, prompt: "Look at the clip" },
    }),
    "labelling.createModelPrefill": () => ({ reply: aPrefill({ status: "Waiting", model: aPrefillModel() }) }),
    ...answers,
  });
  await opened.user.click(await screen.findByRole("button", { name: "Actions on Night captions" }));
  await opened.user.click(await screen.findByRole("menuitem", { name: "Prefill" }));
  const dialog = await screen.findByRole("dialog", { name: "Prefill Night captions" });
  await opened.user.click(await within(dialog).findByRole("radio", { name: "By a model" }));
  return { ...opened, dialog };
};

it("a model is chosen with an instruction and limits, and asked once its cost was shown", async () => {
  const { user, sent, dialog } = await openModel();
  expect(await within(dialog).findByText("At most 40 items, about $0.08")).toBeTruthy();
  await user.click(within(dialog).getByText("What the model is told"));
  expect(within(dialog).getByText("Look at the clip")).toBeTruthy();
  await user.type(within(dialog).getByRole("textbox", { name: "Instruction" }), "No colours.");
  await user.type(within(dialog).getByRole("spinbutton", { name: "Cost at most, in USD" }), "1.5");
  await user.click(within(dialog).getByRole("button", { name: "Ask the model" }));
  await waitFor(() => expect(callsOf(sent, "createModelPrefill")).toHaveLength(1));
  expect(callsOf(sent, "createModelPrefill")[0]?.body).toMatchObject({
    performer_id: TASK_ID,
    instruction: "No colours.",
    max_cost_micros: 1_500_000,
    is_only_empty: true,
  });
  await waitFor(() =>
    expect(callsOf(sent, "estimateModelPrefill").at(-1)?.body).toMatchObject({ instruction: "No colours." }),
  );
});

it("a model without a price has no limit of cost", async () => {
  const { dialog } = await openModel({
    "labelling.listPrefillPerformers": () => ({ reply: { items: [{ ...PRICED, pricing: null }] } }),
    "labelling.estimateModelPrefill": () => ({ reply: { items: 1, cost: null, prompt: "Look" } }),
  });
  expect(await within(dialog).findByText("At most 1 item; what it costs is not known")).toBeTruthy();
  expect(within(dialog).queryByRole("spinbutton", { name: /Cost at most/ })).toBeNull();
});

it("without any model the dialog says what is missing", async () => {
  const { dialog } = await openModel({ "labelling.listPrefillPerformers": () => ({ reply: { items: [] } }) });
  expect(await within(dialog).findByText(/^No performer answers in words/)).toBeTruthy();
  expect(within(dialog).queryByRole("button", { name: "Ask the model" })).toBeNull();
});

it("the runs of a model show how much they asked, what it cost, what ended them and the wrong answers", async () => {
  const cost = { amount_micros: 6_000, currency: "USD" };
  const over = aPrefill({
    file_name: "Captioner",
    model: aPrefillModel({ asked: 3, cost, ended_by: "max_cost" }),
    applied: 2,
    rows_wrong: 1,
    faults: [{ line: 5, reason: "the answer is no JSON object" }],
  });
  const going = {
    ...over,
    id: aTaskItem().template.id,
    file_name: "Other",
    status: "Running",
    finished_at: null,
  } as const;
  const { user, sent, dialog } = await openModel({
    "labelling.listLabelPrefills": () => ({ reply: { items: [going, over] } }),
    "labelling.cancelLabelPrefill": () => ({ reply: over }),
  });
  const run = await within(dialog).findByRole("article", { name: "Captioner" });
  expect(
    within(run).getByText("Version v7 · Asked about: 3 · Cost: $0.0060 · Ended at its limit of cost"),
  ).toBeTruthy();
  await user.click(within(run).getByText("1 wrong answer"));
  expect(within(run).getByRole("row", { name: "5 the answer is no JSON object" })).toBeTruthy();
  expect(within(dialog).getByRole("progressbar", { name: "Asking Other" }).getAttribute("aria-valuenow")).toBe("3");
  await user.click(within(dialog).getByRole("button", { name: "Cancel Asking Other" }));
  await waitFor(() => expect(callsOf(sent, "cancelLabelPrefill")).toHaveLength(1));
});
