import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { anOwnItem, aProgress, aQueueTask, judgementId, TASK_ID } from "../testing/an-item.ts";
import { callsOf, openHome, openJudging } from "../testing/open-evaluating.tsx";

const withTasks = (...tasks: ReturnType<typeof aQueueTask>[]) => ({
  "evaluations.listMyQueue": () => ({ reply: { tasks } }),
});

it("the judging home shows what waits for me, how far it is and how steady I am", async () => {
  openHome("", withTasks(aQueueTask()));
  const card = await screen.findByRole("article", { name: "Night drive" });
  expect(within(card).getByText("12 of 40 judgements")).toBeTruthy();
  expect(within(card).getByText("5 judgements by you")).toBeTruthy();
  expect(within(card).getByText("intra-rater agreement: 2 of 3")).toBeTruthy();
  expect(within(card).getByText("Look at the motion first.")).toBeTruthy();
  expect(within(card).getByRole("progressbar").getAttribute("aria-valuenow")).toBe("12");
});

it("the judging home links to the clips", async () => {
  const { user, router } = openJudging(withTasks(aQueueTask()));
  await router.navigate("/evaluating");
  await user.click(await screen.findByRole("button", { name: "Continue judging" }));
  expect(router.state.location.search).toBe(`?task=${TASK_ID}`);
  expect(await screen.findByText("A fox crosses fresh snow, take 1")).toBeTruthy();
});

it("the judging home says plainly that nothing waits, and that clips are still prepared", async () => {
  openHome("");
  expect(await screen.findByText("Your queue is empty")).toBeTruthy();
});

it("the judging home says that clips are still being prepared and that nothing is left for me", async () => {
  const mine = { ...aQueueTask().mine, has_more: false, self_agreement: null };
  openHome("", withTasks(aQueueTask({ progress: aProgress({ clips_ready: 40 }), mine })));
  expect(await screen.findByText("8 clips being prepared")).toBeTruthy();
  expect(screen.getByText("No items left")).toBeTruthy();
  expect(screen.getByText("no repeated items yet")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /judging/ })).toBeNull();
});

it("the judging home shows the failure in its place and asks again", async () => {
  let isBroken = true;
  const { user } = openHome("", {
    "evaluations.listMyQueue": () =>
      isBroken ? { refuse: 500, detail: "the queue could not be counted" } : { reply: { tasks: [aQueueTask()] } },
  });
  expect(await screen.findByText("Your queue could not be loaded")).toBeTruthy();
  isBroken = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Night drive")).toBeTruthy();
});

it("the judging home lists what I did, and names nobody before the task is finished", async () => {
  const items = [anOwnItem(1), anOwnItem(2, { status: "skipped", choice: null, judgement_id: null })];
  const { sent } = openHome("?tab=mine&status=submitted", {
    "evaluations.listMyItems": () => ({ reply: { items, total: 2 } }),
  });
  expect((await screen.findAllByText("A is better")).length).toBe(1);
  expect(screen.getAllByText("hidden until the task is finished")).toHaveLength(2);
  expect(screen.getByText("Skipped")).toBeTruthy();
  expect(callsOf(sent, "listMyItems")[0]?.url.searchParams.get("status")).toBe("submitted");
});

it("the judging home tells who was who once the task is finished", async () => {
  const revealed = [
    { slot: "A" as const, label: "Model one" },
    { slot: "B" as const, label: "Model two" },
  ];
  openHome(`?tab=mine&of=${TASK_ID}`, {
    "evaluations.listMyItems": () => ({ reply: { items: [anOwnItem(1, { revealed })], total: 1 } }),
  });
  expect(await screen.findByText("A: Model one · B: Model two")).toBeTruthy();
});

it("the judging home takes an answer back while that is possible, and opens its item", async () => {
  const can_undo_until = new Date(Date.now() + 20_000).toISOString();
  const items = [anOwnItem(1, { can_undo_until }), anOwnItem(2)];
  const { user, sent, router } = openJudging({
    "evaluations.listMyItems": () => ({ reply: { items, total: 2 } }),
  });
  await router.navigate("/evaluating?tab=mine");
  const undo = await screen.findAllByRole("button", { name: "Undo judgement" });
  expect(undo).toHaveLength(1);
  await user.click(undo[0] as HTMLElement);
  expect(await screen.findByText("A fox crosses fresh snow, take 1")).toBeTruthy();
  expect(callsOf(sent, "undoJudgement")[0]?.body).toEqual({ judgement_id: judgementId(1) });
});
