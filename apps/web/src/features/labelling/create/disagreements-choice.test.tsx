import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { aTask, aTaskItem, aTemplate, TASK_ID } from "../testing/a-label-task.ts";
import { callsOf, openAddress } from "../testing/open-labelling.tsx";

it("a task is made of the disagreements of an earlier one, below an agreement", async () => {
  const { user, sent } = openAddress(`/label/task/list?new=1&from=${TASK_ID}`, {
    "labelling.listLabelTasks": () => ({ reply: { items: [aTaskItem()], total: 1 } }),
    "labelling.getLabelTask": () => ({ reply: aTask("keep_or_drop") }),
    "labelling.listLabelTemplates": () => ({ reply: { items: [], total: 0 } }),
    "labelling.createLabelTemplate": () => ({ reply: aTemplate("keep_or_drop") }),
    "labelling.createLabelTask": () => ({ reply: aTask("keep_or_drop", { name: "Second opinion" }) }),
    "datasets.listDatasets": () => ({ reply: { items: [], total: 0 } }),
  });
  await user.type(await screen.findByRole("textbox", { name: "Task name" }), "Second opinion");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Disagreements of a task" }).checked).toBe(true);
  await waitFor(() => expect(callsOf(sent, "getLabelTask")).not.toHaveLength(0));
  await user.click(screen.getByRole("radio", { name: "Items whose labels agree less than" }));
  const below = screen.getByRole("spinbutton", { name: "Agreement below (%)" });
  await user.clear(below);
  await user.type(below, "60");
  for (const step of ["Next", "Next"]) await user.click(screen.getByRole("button", { name: step }));
  expect(screen.queryByRole("radio", { name: "At random" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Next" }));
  await user.click(screen.getByRole("button", { name: "Create task" }));
  await waitFor(() => expect(callsOf(sent, "createLabelTask")).toHaveLength(1));
  expect(callsOf(sent, "createLabelTask")[0]?.body).toMatchObject({
    name: "Second opinion",
    source: { kind: "disagreements", task_id: TASK_ID, below: 60 },
    order: "sequence",
    prefill: [],
  });
});
