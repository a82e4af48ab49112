import type { LabelAdjudicationItem, LabelAnswer, LabelReviewItem, LabelValues } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockReadyClips } from "../../../shared/leased-work/testing/ready-clips.ts";
import { aUser } from "../../../testing/a-user.ts";
import { anItem, aTask, aTaskItem, leaseId, revisionId, TASK_ID } from "../testing/a-label-task.ts";
import { type Answers, callsOf, openAddress } from "../testing/open-labelling.tsx";

const CHECKS = { reviews: 2, adjudications: 1 };
const keepAll = ({ body }: { body: unknown }) => {
  const { lease_ids } = body as { lease_ids: string[] };
  const lease_until = new Date(Date.now() + 600_000).toISOString();
  return { reply: { kept: lease_ids.map((lease_id) => ({ lease_id, lease_until })), lost: [] } };
};
const WORKING = { state: "working", checks: CHECKS };
const DONE = { state: "done", checks: { reviews: 0, adjudications: 0 } };

const clipOf = (place: number) => {
  const { lease_id, task_id, item, media, lease_until } = anItem(place);
  return {
    lease_id,
    task_id,
    item,
    item_key: `clip-${place}`,
    media,
    other_media: null,
    other_key: null,
    lease_until,
    prefill: {},
  };
};

const aReview = (place: number, overrides: Partial<LabelReviewItem> = {}): LabelReviewItem => ({
  ...clipOf(place),
  person: "ada",
  revision: 1,
  values: { decision: "keep" },
  edited: {},
  duration_ms: 4_000,
  submitted_at: "2026-03-02T09:00:00Z",
  rejections: 0,
  note: "",
  ...overrides,
});

/** A server with these labels, each decided once. */
const reviewing = (reviews: readonly LabelReviewItem[], answers: Answers = {}) => {
  mockReadyClips(2);
  const decided = new Set<string>();
  const left = () => reviews.filter(({ lease_id }) => !decided.has(lease_id));
  const queue = () => (left().length === 0 ? DONE : WORKING);
  return openAddress(`/label/task/${TASK_ID}?mode=review`, {
    "labelling.getLabelTask": () => ({ reply: aTask("keep_or_drop") }),
    "labelling.claimLabelReviews": () => ({ reply: { items: left(), queue: queue() } }),
    "labelling.heartbeatLabelReviews": keepAll,
    "labelling.releaseLabelReview": () => ({ reply: { ok: true } }),
    "labelling.decideLabelReview": ({ body }) => {
      decided.add((body as { lease_id: string }).lease_id);
      return { reply: { next: null, queue: queue() } };
    },
    ...answers,
  });
};

it("a reviewer accepts a label by one key and gets the next one", async () => {
  const { user, sent } = reviewing([aReview(1), aReview(2, { values: { decision: "drop", reason: "watermark" } })]);
  const label = await screen.findByRole("region", { name: "Label of ada" });
  expect(within(label).getByText("keep")).toBeTruthy();
  await user.keyboard("a");
  await waitFor(() => expect(callsOf(sent, "decideLabelReview")).toHaveLength(1));
  expect(callsOf(sent, "decideLabelReview")[0]?.body).toMatchObject({
    lease_id: leaseId(1),
    verdict: "accept",
    revision: 1,
  });
  expect(await within(label).findByText("watermark")).toBeTruthy();
});

it("a reviewer rejects a label only with a comment", async () => {
  const { user, sent } = reviewing([aReview(1, { rejections: 1, note: "It is blurred." })]);
  await screen.findByText("It is blurred.");
  await user.keyboard("r");
  const comment = await screen.findByRole("textbox", { name: "What is wrong?" });
  expect(screen.getByText(/goes to adjudication/)).toBeTruthy();
  await user.type(comment, "{Enter}");
  expect(callsOf(sent, "decideLabelReview")).toHaveLength(0);
  await user.type(comment, "Still blurred.{Enter}");
  await waitFor(() => expect(callsOf(sent, "decideLabelReview")).toHaveLength(1));
  expect(callsOf(sent, "decideLabelReview")[0]?.body).toMatchObject({ verdict: "reject", note: "Still blurred." });
  expect(await screen.findByText("Everything is reviewed")).toBeTruthy();
});

it("a reviewer fixes a label in its form", async () => {
  const { user, sent } = reviewing([aReview(1)]);
  await screen.findByRole("region", { name: "Label of ada" });
  await user.keyboard("f");
  await user.click(await screen.findByRole("radio", { name: "drop" }));
  await user.click(screen.getByRole("button", { name: /^Submit fix/ }));
  expect(callsOf(sent, "decideLabelReview")).toHaveLength(0);
  await user.click(await screen.findByRole("radio", { name: "watermark" }));
  await user.click(screen.getByRole("button", { name: /^Submit fix/ }));
  await waitFor(() => expect(callsOf(sent, "decideLabelReview")).toHaveLength(1));
  expect(callsOf(sent, "decideLabelReview")[0]?.body).toMatchObject({
    verdict: "fix",
    values: { decision: "drop", reason: "watermark" },
  });
});

it("the queue of reviews says when others have what is left", async () => {
  reviewing([], {
    "labelling.claimLabelReviews": () => ({ reply: { items: [], queue: { state: "waiting", checks: CHECKS } } }),
  });
  expect(await screen.findByText("Nothing to review right now")).toBeTruthy();
});

it("external users are not offered the modes, whatever the address says", async () => {
  const { sent } = reviewing([aReview(1)], {
    "auth.me": () => ({ reply: aUser({ role: "labeller" }) }),
    "labelling.claimLabelItems": () => ({ refuse: 404, code: "not_found", detail: "no such task" }),
  });
  await screen.findByText("No such label task");
  expect(callsOf(sent, "claimLabelReviews")).toHaveLength(0);
});

const anAnswer = (place: number, person: string, values: LabelValues): LabelAnswer => ({
  revision_id: revisionId(place),
  revision: 1,
  person,
  by: person,
  values,
  review: null,
  note: "",
});

const anAdjudication = (place: number): LabelAdjudicationItem => ({
  ...clipOf(place),
  agreement: 0.5,
  is_escalated: false,
  adjudicated: null,
  answers: [anAnswer(1, "ada", { decision: "keep" }), anAnswer(2, "mei", { decision: "drop", reason: "watermark" })],
});

const adjudicating = (answers: Answers = {}) => {
  mockReadyClips(2);
  let isDecided = false;
  const queue = () => (isDecided ? DONE : WORKING);
  return openAddress(`/label/task/${TASK_ID}?mode=adjudicate&item=1`, {
    "labelling.getLabelTask": () => ({ reply: aTask("keep_or_drop") }),
    "labelling.claimLabelAdjudications": () => ({
      reply: { items: isDecided ? [] : [anAdjudication(1)], queue: queue() },
    }),
    "labelling.heartbeatLabelAdjudications": keepAll,
    "labelling.releaseLabelAdjudication": () => ({ reply: { ok: true } }),
    "labelling.decideLabelAdjudication": () => {
      isDecided = true;
      return { reply: { next: null, queue: queue() } };
    },
    ...answers,
  });
};

it("an adjudicator sees all answers side by side and takes one by its number", async () => {
  const { user, sent } = adjudicating();
  const answers = await screen.findByRole("region", { name: "Answers" });
  expect(within(answers).getAllByText("differs")).toHaveLength(2);
  expect(screen.getByText("agreement 50%")).toBeTruthy();
  await user.keyboard("2");
  const taken = within(answers).getByRole("button", { name: "Take the answer of mei" });
  expect(taken.getAttribute("aria-pressed")).toBe("true");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(callsOf(sent, "decideLabelAdjudication")).toHaveLength(1));
  expect(callsOf(sent, "decideLabelAdjudication")[0]?.body).toMatchObject({
    lease_id: leaseId(1),
    taken_from: revisionId(2),
    values: { decision: "drop", reason: "watermark" },
  });
  expect(callsOf(sent, "claimLabelAdjudications")[0]?.body).toMatchObject({ item: 1 });
  expect(await screen.findByText("Everything is adjudicated")).toBeTruthy();
});

it("an adjudicator may enter another answer, which is taken from nobody", async () => {
  const { user, sent } = adjudicating();
  await screen.findByRole("region", { name: "Answers" });
  await user.keyboard("2");
  await user.click(screen.getByRole("radio", { name: "low quality" }));
  await user.click(screen.getByRole("button", { name: /^Submit answer/ }));
  await waitFor(() => expect(callsOf(sent, "decideLabelAdjudication")).toHaveLength(1));
  expect(callsOf(sent, "decideLabelAdjudication")[0]?.body).toMatchObject({
    taken_from: null,
    values: { decision: "drop", reason: "low quality" },
  });
});

it("the tab Review lists what waits in each task, and leads there", async () => {
  const tasks = [aTaskItem({ checks: { reviews: 1_000, adjudications: 3 } })];
  openAddress("/label/task/list?tab=review", {
    "labelling.listLabelTasks": () => ({ reply: { items: tasks, total: 1 } }),
  });
  const row = await screen.findByRole("row", { name: /Night captions/ });
  expect(row.textContent).toContain("1,000 or more");
  const links = within(row).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    `/label/task/${TASK_ID}?mode=review`,
    `/label/task/${TASK_ID}?mode=adjudicate`,
  ]);
});
