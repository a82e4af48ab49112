import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { aTask, aTimeline, TASK_ID } from "../testing/a-label-task.ts";
import { callsOf, openAddress } from "../testing/open-labelling.tsx";
import "./revert-day-dialog.tsx";

const aPerson = {
  user_id: "0198c0de-0000-7000-b600-000000000001",
  username: "ada",
  is_external: false,
  is_asked: true,
  is_in_group: false,
  submitted: 300,
  skipped: 0,
  prefill_kept: 0,
  prefill_total: 0,
  seconds: 100,
  last_at: "2026-03-02T09:00:00Z",
  leased: 0,
};

it("a day is reverted after a preview, batch after batch, with a reason", async () => {
  const left = [250, 50, 0];
  const { user, sent } = openAddress(`/label/history/${TASK_ID}`, {
    "labelling.getLabelTask": () => ({ reply: aTask("caption_edit", { people: [aPerson] }) }),
    "labelling.listLabelEvents": () => ({ reply: { items: aTimeline().events, next_cursor: null } }),
    "labelling.revertLabelDay": ({ body }) => {
      const { is_preview: isPreview } = body as { is_preview: boolean };
      const before = left[0] ?? 0;
      if (!isPreview) left.shift();
      return { reply: { reverted: isPreview ? 0 : before - (left[0] ?? 0), labels: left[0] ?? 0, changed_since: 3 } };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Revert a day" }));
  await user.click(await screen.findByRole("combobox", { name: "Person" }));
  await user.click(await screen.findByTitle("ada"));
  fireEvent.change(screen.getByLabelText("Day"), { target: { value: "2026-03-01" } });
  await user.click(screen.getByRole("button", { name: "Preview" }));
  expect(await screen.findByText("250 labels of ada on 2026-03-01 are reverted.")).toBeTruthy();
  expect(screen.getByText(/3 labels of that day changed since/)).toBeTruthy();
  await user.type(screen.getByRole("textbox", { name: "Reason" }), "wrong guidelines");
  await user.click(screen.getByRole("button", { name: "Revert 250 labels" }));
  expect(await screen.findByText("250 labels were reverted.")).toBeTruthy();
  const bodies = callsOf(sent, "revertLabelDay").map(({ body }) => body as Record<string, unknown>);
  expect(bodies[0]).toEqual({ is_preview: true, person: "ada", day: "2026-03-01" });
  await waitFor(() => expect(bodies).toHaveLength(3));
  for (const body of bodies.slice(1)) expect(body).toMatchObject({ is_preview: false, reason: "wrong guidelines" });
  expect(bodies[1]?.request_key).toBe(bodies[2]?.request_key);
});
