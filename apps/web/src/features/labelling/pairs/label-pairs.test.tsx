import type { LabelTaskDetail } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { anItem, aQueue, aTask, aTimeline, leaseId, TASK_ID } from "../testing/a-label-task.ts";
import { callsOf, openAddress, openWorkspace } from "../testing/open-labelling.tsx";

const aPair = (place: number) => {
  const { media } = anItem(place);
  return anItem(place, { other_media: media && { ...media, url: `${media.url}?clip=B` } });
};
const openPairs = (task: LabelTaskDetail = aTask("pairwise")) =>
  openWorkspace({
    task,
    answers: { "labelling.claimLabelItems": () => ({ reply: { items: [aPair(1), aPair(2)], queue: aQueue() } }) },
  });
const shown = (place: number): Promise<HTMLElement> => screen.findByText(`item ${place} of 40`);

it("two clips are shown side by side without their keys, and compared by one key", async () => {
  const { user, sent, container } = openPairs();
  await shown(1);
  const stage = within(screen.getByRole("region", { name: "Clip" }));
  expect(container.querySelectorAll("[inert] video").length + 2).toBe(container.querySelectorAll("video").length);
  expect(stage.queryByText(/clip-1/)).toBeNull();
  await user.keyboard("2");
  expect(screen.getByRole("button", { name: /B is better$/ }).getAttribute("aria-pressed")).toBe("true");
  await user.keyboard("4{Enter}");
  await shown(2);
  await waitFor(() => expect(callsOf(sent, "submitLabel")).toHaveLength(1));
  expect(callsOf(sent, "submitLabel")[0]?.body).toMatchObject({
    lease_id: leaseId(1),
    values: { preference: "both_bad" },
  });
});

it("a comparison that is not answered is asked for", async () => {
  const { user, sent } = openPairs();
  await shown(1);
  await user.keyboard("{Enter}");
  expect(screen.getByText("This field is required.")).toBeTruthy();
  expect(document.activeElement?.textContent).toContain("A is better");
  expect(callsOf(sent, "submitLabel")).toHaveLength(0);
});

it("the view of two clips is changed by a key", async () => {
  const { user } = openPairs();
  await shown(1);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Side by side" }).checked).toBe(true);
  await user.keyboard("v");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Wipe" }).checked).toBe(true);
});

it("the history names the better clip by its key", async () => {
  const { revisions, ...timeline } = aTimeline();
  const [revision] = revisions;
  const values = { preference: "B" };
  openAddress(`/label/history/${TASK_ID}?open=3`, {
    "labelling.getLabelTask": () => ({ reply: aTask("pairwise") }),
    "labelling.listLabelEvents": () => ({ reply: { items: [], next_cursor: null } }),
    "labelling.getLabelItem": () => ({
      reply: {
        ...timeline,
        prefill: {},
        other_key: "clip-7",
        other_ordinal: 6,
        revisions: [{ ...revision, values, is_current: true }],
      },
    }),
  });
  expect(await screen.findByText("clip-7 is better")).toBeTruthy();
  expect(screen.getByText(/clip-3 with clip-7/)).toBeTruthy();
});
