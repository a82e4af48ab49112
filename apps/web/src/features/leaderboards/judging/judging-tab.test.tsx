import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aJudgement, anEvaluation, aPlan, idOf, TASK_ID } from "../testing/a-board.ts";
import { named, openBoard } from "../testing/open-board.ts";

const JUDGING = { status: "Benchmarking" as const, closed: null };
const at = "&tab=judging";

it("the judging tab shows how far it is, who judges and what they looked at", async () => {
  openBoard({
    at,
    evaluation: { ...JUDGING, progress: { ...anEvaluation().progress, clips_failed: 2, clips_ready: 34 } },
  });
  expect(await screen.findByRole("progressbar", { name: "Judgements" })).toBeTruthy();
  expect(screen.getByText("2 clips could not be prepared and are not judged.")).toBeTruthy();
  const judges = screen.getByRole("table", { name: "Judges" });
  expect(within(judges).getByRole("row", { name: /lea Yes 90 2 4 of 5/ })).toBeTruthy();
  expect(screen.getByText("Row 1: Model 1 and Model 3")).toBeTruthy();
});

const PEOPLE = [
  { id: "019a0000-0000-7000-8000-0000000000e1", username: "ida", realname: "Ida Iverson", is_external: false },
  { id: "019a0000-0000-7000-8000-0000000000e2", username: "kim", realname: "Kim Keller", is_external: true },
];
const peopleNamed = (words: string) => PEOPLE.filter(({ username }) => username.includes(words));

it("the judging tab invites people found by search, keeps them when one is refused, and removes one", async () => {
  let isKnown = false;
  const { user, sent } = openBoard({
    at,
    evaluation: JUDGING,
    answers: {
      "tasks.searchPeople": ({ url }) => ({ reply: { items: peopleNamed(url.searchParams.get("q") ?? "") } }),
      "evaluations.changeRaters": () =>
        isKnown ? { reply: anEvaluation(JUDGING) } : { refuse: 404, code: "not_found", detail: "nobody is called ida" },
    },
  });
  const names = await screen.findByRole("combobox", { name: "Invite" });
  await user.type(names, "id");
  await user.click(await screen.findByText("Ida Iverson"));
  await user.click(names);
  await user.paste("kim, nobody");
  await waitFor(() => expect((names as HTMLInputElement).value).toBe("nobody"));
  await user.clear(names);
  await user.click(screen.getByRole("button", { name: "Invite judges" }));
  expect((await screen.findAllByText("nobody is called ida")).length).toBeGreaterThan(0);
  isKnown = true;
  await user.click(screen.getByRole("button", { name: "Invite judges" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Invite judges" })).toHaveProperty("disabled", true));
  expect(named(sent, "evaluations.changeRaters").at(-1)?.body).toEqual({ usernames: ["lea", "tom", "ida", "kim"] });
  await user.click(screen.getByRole("button", { name: "Remove tom" }));
  const box = await screen.findByRole("dialog", { name: "Remove judge tom?" });
  await user.click(within(box).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(named(sent, "evaluations.changeRaters").at(-1)?.body).toEqual({ usernames: ["lea"] }));
});

it("the judging tab voids a judgement with a reason", async () => {
  const { user, sent } = openBoard({
    at,
    evaluation: JUDGING,
    answers: {
      "evaluations.voidJudgement": () => ({
        reply: aJudgement(2, { voided: { by: "mei", at: "2026-01-02T03:04:05Z", reason: "asleep" } }),
      }),
    },
  });
  await user.click(await screen.findByRole("button", { name: "Void judgement 2 of lea" }));
  const box = await screen.findByRole("dialog", { name: "Void judgement 2 of lea?" });
  await user.click(within(box).getByRole("button", { name: "Void judgement" }));
  expect(await within(box).findByText("please enter a reason")).toBeTruthy();
  await user.type(within(box).getByLabelText("Reason"), "asleep");
  await user.click(within(box).getByRole("button", { name: "Void judgement" }));
  await waitFor(() =>
    expect(named(sent, "evaluations.voidJudgement")[0]?.body).toEqual({ judgement_id: idOf(802), reason: "asleep" }),
  );
});

it("the judging tab closes with a reason and reopens with one", async () => {
  const open = openBoard({
    at,
    evaluation: JUDGING,
    answers: { "evaluations.closeEvaluation": () => ({ reply: anEvaluation() }) },
  });
  await open.user.click(await screen.findByRole("button", { name: "Close judging…" }));
  const box = await screen.findByRole("dialog", { name: "Close judging of Night drive?" });
  expect(box.textContent).toContain("36 judgements are missing.");
  await open.user.type(within(box).getByLabelText("Reason"), "good enough");
  await open.user.click(within(box).getByRole("button", { name: "Close judging" }));
  await waitFor(() =>
    expect(named(open.sent, "evaluations.closeEvaluation")[0]?.body).toEqual({ reason: "good enough" }),
  );
  open.unmount();
  const finished = openBoard({
    at,
    answers: { "evaluations.reopenEvaluation": () => ({ reply: anEvaluation(JUDGING) }) },
  });
  await finished.user.click(await screen.findByRole("button", { name: "Reopen judging…" }));
  await finished.user.type(await screen.findByLabelText("Reason"), "two are too close");
  await finished.user.click(screen.getByRole("button", { name: "Reopen judging" }));
  await waitFor(() => expect(named(finished.sent, "evaluations.reopenEvaluation")).toHaveLength(1));
});

it("the judging tab saves the plan, then starts an evaluation across tasks with the revision the plan gave", async () => {
  const waiting = { kind: "Evaluation" as const, status: "Init" as const, plan: null, template: null };
  const { user, sent } = openBoard({
    evaluation: waiting,
    answers: {
      "evaluations.planEvaluation": () => ({ reply: anEvaluation({ ...waiting, plan: aPlan(), revision: 5 }) }),
      "evaluations.startEvaluationTask": () => ({ reply: anEvaluation({ ...waiting, ...JUDGING, plan: aPlan() }) }),
    },
  });
  await user.click(await screen.findByRole("combobox", { name: "Dimension set" }));
  await user.click(await screen.findByTitle("Overall and motion, version 2"));
  await user.click(screen.getByRole("button", { name: "Start judging…" }));
  const box = await screen.findByRole("dialog", { name: "Start judging Night drive?" });
  await user.click(within(box).getByRole("button", { name: "Start judging" }));
  await waitFor(() => expect(named(sent, "evaluations.startEvaluationTask")).toHaveLength(1));
  expect(named(sent, "evaluations.planEvaluation")[0]?.body).toEqual({ ...aPlan(), expect_revision: 4 });
  expect(named(sent, "evaluations.startEvaluationTask")[0]?.body).toEqual({ expect_revision: 5 });
});

it("the judging tab says why a benchmark cannot start, and keeps the dialog open", async () => {
  const { user, sent } = openBoard({
    evaluation: { status: "Generating" },
    answers: {
      "evaluations.planEvaluation": () => ({ reply: anEvaluation({ status: "Generating", revision: 5 }) }),
      "benchmarks.getBenchmark": () => ({ refuse: 500, detail: "not now" }),
      "benchmarks.startEvaluation": () => ({
        refuse: 409,
        code: "conflict",
        detail: "1 cell is neither ready nor left out",
      }),
    },
  });
  await user.click(await screen.findByRole("button", { name: "Start judging…" }));
  const box = await screen.findByRole("dialog", { name: "Start judging Night drive?" });
  await user.click(within(box).getByRole("button", { name: "Start judging" }));
  expect(await within(box).findByText("1 cell is neither ready nor left out")).toBeTruthy();
  expect(named(sent, "benchmarks.startEvaluation")[0]?.url.pathname).toContain(TASK_ID);
});

it("the judging tab leads to the questions when there are none, and tells others that it has not begun", async () => {
  const owner = openBoard({
    evaluation: { status: "Generating", plan: null, template: null },
    answers: { "dimensions.listTemplates": () => ({ reply: { items: [], total: 0 } }) },
  });
  expect(await screen.findByText("No dimension sets yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Create dimension set" })).toBeTruthy();
  owner.unmount();
  openBoard({ evaluation: { status: "Generating", plan: null, template: null, is_mine: false, raters: [], gold: [] } });
  expect(await screen.findByText("Judging has not started")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Start judging…" })).toBeNull();
});

it("the judging tab adds a known answer, counting rows from one", async () => {
  const { user, sent } = openBoard({
    at,
    evaluation: JUDGING,
    answers: { "evaluations.addGold": () => ({ reply: anEvaluation(JUDGING) }) },
  });
  await user.click(await screen.findByRole("button", { name: "Add gold item" }));
  const box = await screen.findByRole("dialog", { name: "Add gold item" });
  await user.type(await within(box).findByRole("spinbutton", { name: "Row" }), "3");
  const choose = async (field: string, option: string): Promise<void> => {
    await user.click(within(box).getByRole("combobox", { name: field }));
    const [found] = (await screen.findAllByTitle(option)).slice(-1);
    if (found) await user.click(found);
  };
  await choose("First column", "Model 1");
  await choose("Second column", "Model 3");
  await choose("Expected answer", "The first is better");
  await user.click(within(box).getByRole("button", { name: "Add the gold item" }));
  await waitFor(() =>
    expect(named(sent, "evaluations.addGold")[0]?.body).toEqual({ row: 2, a: 0, b: 2, expected: "a" }),
  );
});

it("the judging tab marks judges who could know the models, and counts their judgements only with a reason", async () => {
  const { user, sent } = openBoard({
    at,
    evaluation: JUDGING,
    answers: { "evaluations.countInformed": () => ({ reply: anEvaluation({ ...JUDGING, counts_informed: true }) }) },
  });
  const judges = await screen.findByRole("table", { name: "Judges" });
  expect(within(judges).getByRole("row", { name: /tom No: member/ })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Count them…" }));
  const box = await screen.findByRole("dialog", { name: "Count judgements that are not blind?" });
  await user.type(within(box).getByLabelText("Reason"), "a pilot");
  await user.click(within(box).getByRole("button", { name: "Count judgements" }));
  await waitFor(() =>
    expect(named(sent, "evaluations.countInformed")[0]?.body).toEqual({ counts_informed: true, reason: "a pilot" }),
  );
});

it("the judging tab hides results from an owner who judges, who can still remove themselves", async () => {
  const { sent } = openBoard({ evaluation: { ...JUDGING, is_blinded: true, gold: [] } });
  expect(await screen.findByText("Hidden while you judge")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Judge clips" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Remove lea" })).toBeTruthy();
  for (const name of ["Leaderboard", "Prompts", "Metrics", "Open grid"]) {
    expect(screen.queryByRole("link", { name })).toBeNull();
  }
  expect(named(sent, "leaderboards.getBoard")).toEqual([]);
  expect(named(sent, "evaluations.listJudgements")).toEqual([]);
});
