import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { aTask, aTimeline, revisionId, TASK_ID } from "./testing/a-label-task.ts";
import { type Answers, callsOf, openAddress } from "./testing/open-labelling.tsx";

const timeline = aTimeline();
const history = (search: string, answers: Answers = {}) =>
  openAddress(`/label/history/${TASK_ID}${search}`, {
    "labelling.getLabelTask": () => ({ reply: aTask("caption_edit") }),
    "labelling.listLabelEvents": () => ({ reply: { items: timeline.events, next_cursor: null } }),
    "labelling.getLabelItem": () => ({ reply: timeline }),
    ...answers,
  });

it("the history lists events by the filters of its URL, and opens the item of one", async () => {
  const { user, sent, router } = history("?event=submitted&item=3");
  const row = await screen.findByRole("row", { name: /Submitted/ });
  expect(callsOf(sent, "listLabelEvents")[0]?.url.search).toContain("event=submitted");
  expect(callsOf(sent, "listLabelEvents")[0]?.url.search).toContain("item=3");
  await user.click(row);
  await waitFor(() => expect(router.state.location.search).toContain("open=3"));
});

it("the history of disagreements asks for nothing but them", async () => {
  const { sent } = history("?disagreement=only&event=submitted&person=ada");
  await screen.findByRole("row", { name: /Submitted/ });
  const { searchParams } = callsOf(sent, "listLabelEvents")[0]?.url ?? new URL("https://nothing.test");
  expect([...searchParams.keys()].toSorted()).toEqual(["disagreement", "limit"]);
  expect(screen.queryByRole("button", { name: /^Event/ })).toBeNull();
});

it("the history loads further events by the cursor of the last page", async () => {
  const { user, sent } = history("", {
    "labelling.listLabelEvents": ({ url }) => ({
      reply: url.searchParams.has("cursor")
        ? { items: timeline.events.map((event) => ({ ...event, n: 9, by: "ben", person: "ben" })), next_cursor: null }
        : { items: timeline.events, next_cursor: "older" },
    }),
  });
  await user.click(await screen.findByRole("button", { name: "Show more events" }));
  expect(await screen.findByText("ben")).toBeTruthy();
  expect(callsOf(sent, "listLabelEvents").at(-1)?.url.searchParams.get("cursor")).toBe("older");
});

it("an item shows what each revision changed, and an earlier one is restored with a reason", async () => {
  const { user, sent } = history("?open=3", {
    "labelling.restoreLabel": () => ({
      reply: { ...timeline.revisions[0], id: revisionId(3), revision: 3, restored_from: 1, is_current: true },
    }),
  });
  expect(await screen.findByText(/truck/, { selector: "ins" })).toBeTruthy();
  expect(screen.getByText(/car/, { selector: "del" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Restore revision 2 of ada" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Restore revision 1 of ada" }));
  const restore = await screen.findByRole("button", { name: "Restore revision" });
  await user.type(await screen.findByRole("textbox", { name: "Reason" }), "it was right");
  await user.click(restore);
  await waitFor(() => expect(callsOf(sent, "restoreLabel")).toHaveLength(1));
  expect(callsOf(sent, "restoreLabel")[0]?.body).toEqual({ revision_id: revisionId(1), reason: "it was right" });
});

it("an adjudicated item is adjudicated again, and its owner makes it a gold item by one click", async () => {
  const adjudicated = { ...timeline.events[0], n: 2, event: "adjudicated" };
  const { user, sent } = history("?open=3", {
    "labelling.getLabelTask": () => ({ reply: aTask("caption_edit", { gold_share: 5 }) }),
    "labelling.getLabelItem": () => ({ reply: { ...timeline, events: [...timeline.events, adjudicated] } }),
    "labelling.markLabelGold": () => ({ reply: { task_id: TASK_ID, share: 5, items: [] } }),
  });
  const again = await screen.findByRole("link", { name: "Adjudicate again" });
  expect(again.getAttribute("href")).toContain(`/label/task/${TASK_ID}?mode=adjudicate&item=3`);
  await user.click(screen.getByRole("button", { name: "Make gold item" }));
  await waitFor(() => expect(callsOf(sent, "markLabelGold")[0]?.body).toEqual({ item: 3 }));
  expect(await screen.findByText("Item 3 is a gold item now.")).toBeTruthy();
});

it("somebody who does not own the task is offered no gold items", async () => {
  history("?open=3");
  expect(await screen.findByRole("link", { name: "Adjudicate" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Make gold item" })).toBeNull();
});

it("an external user sees revisions but cannot restore them", async () => {
  history("?open=3", { "auth.me": () => ({ reply: aUser({ role: "labeller" }) }) });
  const drawer = await screen.findByRole("dialog");
  expect(await within(drawer).findByText("Revision 1")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull();
});
