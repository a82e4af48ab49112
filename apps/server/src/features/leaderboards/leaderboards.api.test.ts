import { randomUUID } from "node:crypto";
import type { Board, PermissionCode } from "@dailies/contract";
import { overlapOf } from "@dailies/statistics/pairs/overlap";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import {
  aJudgedTask,
  type JudgedTask,
  type JudgedTaskOptions,
  type SubmittedJudgement,
  say,
} from "../../testing/builders/a-judged-task.ts";
import { eventually } from "../../testing/eventually.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

const running = runApp();
const path = (task: { id: string }, rest = ""): string => `/api_v1/leaderboard/${task.id}${rest}`;
const person = (...permissions: PermissionCode[]) =>
  aCaller(running.current, { permissions: ["USE_VERSION_1_0", ...permissions] });
const judged = (owner: Caller, options: Partial<JudgedTaskOptions> = {}) =>
  aJudgedTask(running.current.db, { ownerId: owner.id, ...options });
const boardOf = async (caller: Caller, task: { id: string }, rest = ""): Promise<Board> => {
  const { status, body } = await caller.get(path(task, rest));
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as Board;
};
const kinds = ({ warnings }: Board) => warnings.map(({ kind }) => kind);

const PROMPTS = Array.from({ length: 12 }, (_, n) => ({ text: `prompt ${n}`, category: n < 6 ? "people" : "places" }));
const LABELS = ["Alpha", "Beta", "Gamma"];

/** Alpha beats Beta beats Gamma in most prompts, whatever the side; every fourth judgement is a tie. */
const votesFor = (prompts: number): SubmittedJudgement[] =>
  Array.from({ length: prompts }, (_, prompt) => prompt).flatMap((prompt) =>
    [0, 1, 2].flatMap((rater) =>
      [
        [0, 1],
        [0, 2],
        [1, 2],
      ].map(([a = 0, b = 0], at): SubmittedJudgement => {
        const n = prompt * 9 + rater * 3 + at;
        const decided = n % 5 === 4 ? "b" : "a";
        const outcome = n % 4 === 3 ? "tie" : decided;
        return { rater, prompt, a, b, outcome, isSwapped: n % 2 === 1 };
      }),
    ),
  );

describe("who may see a board", () => {
  it("is the owner and administrators until the judging is finished, then everybody of version 1.0", async () => {
    const owner = await person();
    const rater = await person();
    const manager = await person("ADMIN_MANAGE_R");
    const others = [await person(), await person()];
    const task = await judged(owner, { raterIds: [rater, ...others].map(({ id }) => id) });
    await say(running.current.db, task, [{ rater: 0, prompt: 0, a: 0, b: 1, outcome: "a" }]);
    const calls = ["", "/prompts", "/prompt/0", "/metrics", "/snapshots", "/download", "/download?format=csv"];
    for (const rest of calls) {
      const refused = await rater.get(path(task, rest));
      expect([rest, refused.status, refused.body.detail]).toEqual([
        rest,
        403,
        "the leaderboard is available when judging is finished",
      ]);
      expect([rest, (await owner.get(path(task, rest))).status]).toEqual([rest, 200]);
      expect([rest, (await manager.get(path(task, rest))).status]).toEqual([rest, 200]);
    }
    await sql`update console_task set status = 'Finished' where id = ${task.id}`.execute(running.current.db);
    for (const rest of calls) expect([rest, (await rater.get(path(task, rest))).status]).toEqual([rest, 200]);
    const outsider = await aCaller(running.current, { permissions: [] });
    expect((await outsider.get(path(task))).status).toBe(403);
  });

  it("is nobody where there is no task, or nothing was begun", async () => {
    const owner = await person();
    expect((await owner.get(path({ id: randomUUID() }))).status).toBe(404);
    const task = await judged(owner);
    await sql`update evaluation set started_at = null where task_id = ${task.id}`.execute(running.current.db);
    expect(await owner.get(path(task))).toMatchObject({ status: 409 });
  });
});

describe("a board of votes", () => {
  it("ranks, with intervals, counts and what to know before believing it", async () => {
    const owner = await person();
    const task = await judged(owner, { labels: LABELS, prompts: PROMPTS, status: "Finished" });
    await say(running.current.db, task, votesFor(PROMPTS.length));
    const board = await boardOf(owner, task);
    expect(board).toMatchObject({ task_id: task.id, name: "Which model", status: "Finished", aggregation: "All" });
    const [choice] = board.axes;
    expect(choice).toMatchObject({ key: "choice", kind: "choice", name: "Of overall", groups: [[0, 1, 2]] });
    expect(choice?.entries.map(({ label }) => label)).toEqual(LABELS);
    const scores = choice?.entries.map(({ score }) => score?.value ?? 0) ?? [];
    expect(scores[0]).toBeGreaterThan(scores[1] ?? 0);
    expect(scores[1]).toBeGreaterThan(scores[2] ?? 0);
    for (const { score, votes, prompts, tally } of choice?.entries ?? []) {
      expect(score?.low).toBeLessThan(score?.value ?? 0);
      expect(score?.high).toBeGreaterThan(score?.value ?? 0);
      expect([votes, prompts]).toEqual([72, 12]);
      expect((tally?.win ?? 0) + (tally?.tie ?? 0) + (tally?.loss ?? 0) + (tally?.both_bad ?? 0)).toBe(72);
    }
    expect(choice?.entries[0]).toMatchObject({ is_baseline: true, delta: null, rank: 1 });
    expect(choice?.entries[2]?.delta?.value).toBeLessThan(0);
    expect(choice?.beats[0]?.[2]).toBeGreaterThan(0.9);
    expect(choice?.alpha).toMatchObject({ units: 36, level: "nominal" });
    expect(board.categories.map(({ category }) => category).sort()).toEqual(["people", "places"]);
    expect(board).toMatchObject({ raters: 3, total: null, snapshot: null });
    expect(board.fragility?.of).toBe(108);
    expect(board.method).toMatchObject({ resamples: 1000, votes: 108, prompts: 12, template: { version: 1 } });
    expect(kinds(board)).not.toContain("still_judging");
    expect(board.method.input_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("gives the scores of every category with their intervals", async () => {
    const owner = await person();
    const task = await judged(owner, { labels: LABELS, prompts: PROMPTS, status: "Finished" });
    await say(running.current.db, task, votesFor(PROMPTS.length));
    const { categories } = await boardOf(owner, task);
    expect(categories).toHaveLength(2);
    for (const { scores, intervals } of categories) {
      expect(intervals.map((interval) => interval?.value)).toEqual(scores);
      for (const interval of intervals) expect(interval?.low).toBeLessThan(interval?.high ?? 0);
    }
  });

  it("does not depend on the sides the clips were shown on, but on what was said", async () => {
    const owner = await person();
    const said = votesFor(6);
    const tasks: JudgedTask[] = [];
    for (const votes of [said, said.map((vote) => ({ ...vote, isSwapped: !vote.isSwapped }))]) {
      const task = await judged(owner, { labels: LABELS, prompts: PROMPTS.slice(0, 6), status: "Finished" });
      await say(running.current.db, task, votes);
      tasks.push(task);
    }
    const [one, other] = [await boardOf(owner, tasks[0] as JudgedTask), await boardOf(owner, tasks[1] as JudgedTask)];
    const scores = (board: Board) => board.axes[0]?.entries.map(({ score, tally, rank }) => ({ score, tally, rank }));
    expect(scores(other)).toEqual(scores(one));
    expect(other.method.prompt_set_hash).toBe(one.method.prompt_set_hash);
    expect(other.position?.value).toBeCloseTo(-(one.position?.value ?? 0), 9);
  });

  it("turns comparisons of one respect where the sides were exchanged", async () => {
    const owner = await person();
    const scale = { type: "number" as const, min: -3, max: 3, is_integer: true };
    const questions = [
      { key: "overall", field: scale },
      { key: "motion", field: scale, weight: 3 },
    ];
    const task = await judged(owner, { questions, prompts: PROMPTS, status: "Finished" });
    // As shown: A is better. Where b was shown as A, that is a judgement for b.
    const said = PROMPTS.flatMap((_, prompt): SubmittedJudgement[] => [
      { rater: 0, prompt, a: 0, b: 1, outcome: "a", isSwapped: prompt % 3 === 0, answers: { motion: -2 } },
      { rater: 1, prompt, a: 0, b: 1, outcome: "tie", isSwapped: false, answers: { motion: 0 } },
      { rater: 2, prompt, a: 0, b: 1, outcome: "b", isSwapped: false, answers: { motion: null } },
    ]);
    await say(running.current.db, task, said);
    const board = await boardOf(owner, task);
    expect(board.axes.map(({ key, kind }) => [key, kind])).toEqual([
      ["choice", "choice"],
      ["motion", "choice"],
    ]);
    expect(board.axes[1]?.entries[0]?.tally).toEqual({ win: 8, tie: 12, loss: 4, both_bad: 0 });
    expect(board.axes[0]?.entries[0]?.tally).toEqual({ win: 12, tie: 12, loss: 12, both_bad: 0 });
    expect(board.total?.key).toBe("total");
  });

  it("excludes voided and stale judgements, and reports how many", async () => {
    const owner = await person();
    const task = await judged(owner, { labels: LABELS, prompts: PROMPTS, status: "Finished" });
    const votes = votesFor(PROMPTS.length);
    const ids = await say(running.current.db, task, votes);
    const before = await boardOf(owner, task);
    await sql`update judgement set is_counted = false where id = ${ids[0]}`.execute(running.current.db);
    await sql`update judgement set is_counted = false, voided_at = now(), voided_by = 'x', void_reason = 'y'
      where id = ${ids[1]}`.execute(running.current.db);
    expect((await boardOf(owner, task)).method.votes).toBe(108);
    await sql`update evaluation set inputs_revision = inputs_revision + 1 where task_id = ${task.id}`.execute(
      running.current.db,
    );
    const after = await boardOf(owner, task);
    expect(after.method.votes).toBe(106);
    expect(after.method.input_hash).not.toBe(before.method.input_hash);
    expect(after.warnings.find(({ kind }) => kind === "stale_judgements")?.message).toMatch(
      /^not counted: 1 judgement /,
    );
  });

  it("names columns that were never compared and gives them no rank against the others", async () => {
    const owner = await person();
    const task = await judged(owner, { labels: [...LABELS, "Delta"], prompts: PROMPTS, status: "Finished" });
    const said = PROMPTS.flatMap((_, prompt): SubmittedJudgement[] => [
      { rater: 0, prompt, a: 0, b: 1, outcome: prompt % 3 === 0 ? "b" : "a" },
      { rater: 0, prompt, a: 2, b: 3, outcome: prompt % 3 === 0 ? "a" : "b" },
    ]);
    await say(running.current.db, task, said);
    const board = await boardOf(owner, task);
    expect(board.axes[0]?.groups).toHaveLength(2);
    expect(board.axes[0]?.beats[0]?.[2]).toBeNull();
    expect(kinds(board)).toContain("not_connected");
  });

  it("is computed once for the same judgements and again after new ones, and is marked as running meanwhile", async () => {
    const owner = await person();
    const { db, clock } = running.current;
    const task = await judged(owner, { labels: LABELS, prompts: PROMPTS, votesNeeded: 500 });
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ])
      await sql`insert into evaluation_lane (task_id, a, b, available) values (${task.id}, ${a}, ${b}, 12)`.execute(db);
    await say(db, task, votesFor(PROMPTS.length));
    const first = await boardOf(owner, task);
    expect(kinds(first)[0]).toBe("still_judging");
    expect(first.warnings[0]?.message).toBe("judging goes on: 108 of 500 votes so far");
    clock.advance(60_000);
    expect((await boardOf(owner, task)).method.computed_at).toBe(first.method.computed_at);
    const lanes = await sql<{ a: number; b: number; overlap: number }>`
      select a, b, overlap from evaluation_lane where task_id = ${task.id} order by a, b`.execute(db);
    const scoreOf = (entry: number) => first.axes[0]?.entries[entry]?.score ?? null;
    for (const { a, b, overlap } of lanes.rows) {
      expect(overlap).toBeCloseTo(overlapOf(scoreOf(a), scoreOf(b)), 9);
      expect(overlap).toBeLessThan(1);
    }
    await say(db, task, [{ rater: 0, prompt: 0, a: 0, b: 1, outcome: "a" }]);
    const [one, two] = await Promise.all([boardOf(owner, task), boardOf(owner, task)]);
    expect(one.method).toEqual(two.method);
    expect(one.method.votes).toBe(109);
  });

  it("shows an older board that says so when a newer one takes long, and never of a finished task", async () => {
    const owner = await person();
    const { db } = running.current;
    const task = await judged(owner, { labels: LABELS, prompts: PROMPTS, votesNeeded: 500 });
    await say(db, task, votesFor(PROMPTS.length));
    const before = await boardOf(owner, task);
    await say(db, task, [{ rater: 0, prompt: 0, a: 0, b: 1, outcome: "a" }]);
    await db.transaction().execute(async (tx) => {
      // The computation waits for this lock; the request does not.
      await sql`lock table evaluation_prompt in access exclusive mode`.execute(tx);
      const older = await boardOf(owner, task);
      expect(older.method).toEqual(before.method);
      expect(older.warnings[0]?.message).toBe(
        `judging goes on: 109 of 500 votes so far; these figures are from ${before.method.computed_at}, newer ones are computed now`,
      );
    });
    await eventually(async () => ((await boardOf(owner, task)).method.votes === 109 ? true : undefined));
    await say(db, task, [{ rater: 1, prompt: 0, a: 0, b: 1, outcome: "a" }]);
    await sql`update console_task set status = 'Finished' where id = ${task.id}`.execute(db);
    const finished = await boardOf(owner, task);
    expect([finished.method.votes, kinds(finished).includes("still_judging")]).toEqual([110, false]);
  });

  it("measures how often people agree with themselves", async () => {
    const owner = await person();
    const task = await judged(owner, { labels: LABELS, prompts: PROMPTS, status: "Finished" });
    const ids = await say(running.current.db, task, votesFor(PROMPTS.length));
    const again = { kind: "repeat" as const, isCounted: false, rater: 0, prompt: 0, a: 0, b: 1 };
    await say(running.current.db, task, [
      { ...again, outcome: "a", isSwapped: true, repeats: ids[0] ?? "" },
      { ...again, outcome: "b", b: 2, repeats: ids[1] ?? "" },
    ]);
    expect((await boardOf(owner, task)).self_agreement).toEqual({ same: 1, of: 2 });
  });
});

describe("a board of ratings", () => {
  it("has an axis for each question, of every type, and a total", async () => {
    const owner = await person();
    const questions = [
      { key: "stars", field: { type: "number" as const, min: 1, max: 5, is_integer: true } },
      { key: "usable", field: { type: "boolean" as const } },
      { key: "faults", field: { type: "list" as const, item_type: "text" as const, options: ["hands", "text"] } },
      {
        key: "marks",
        field: { type: "key_value" as const, value_type: "number" as const },
        direction: "none" as const,
      },
      { key: "words", field: { type: "text" as const }, direction: "none" as const },
    ];
    const task = await judged(owner, { mode: "rating", questions, prompts: PROMPTS, samples: 2, status: "Finished" });
    const answersOf = (a: number, prompt: number, rater: number) => {
      const good = a === 0 ? 4 : 2;
      return {
        stars: good + ((prompt + rater) % 2),
        usable: a === 0,
        faults: a === 0 ? [] : ["hands"],
        marks: { light: good },
        words: rater === 0 ? "fine" : null,
      };
    };
    const said = Array.from({ length: PROMPTS.length * 8 }, (_, n): SubmittedJudgement => {
      const [prompt, a, sample, rater] = [n >> 3, (n >> 2) & 1, (n >> 1) & 1, n & 1];
      return { rater, prompt, a, sample, answers: answersOf(a, prompt, rater) };
    });
    await say(running.current.db, task, said);
    for (const aggregation of ["All", "Average"]) {
      const board = await boardOf(owner, task, `?aggregation=${aggregation}`);
      expect(board.aggregation).toBe(aggregation);
      expect(board.axes.map(({ key, kind }) => [key, kind])).toEqual([
        ["stars", "number"],
        ["usable", "boolean"],
        ["faults", "list"],
        ["marks", "key_value"],
        ["words", "text"],
      ]);
      const [stars, usable, faults, marks, words] = board.axes;
      expect(stars?.entries.map(({ score }) => score?.value)).toEqual([4.5, 2.5]);
      expect(usable?.entries.map(({ score }) => score?.value)).toEqual([1, 0]);
      expect(faults?.parts).toMatchObject([
        { key: "hands", values: [0, 1], intervals: [{ value: 0 }, { value: 1 }] },
        { key: "text", values: [0, 0] },
      ]);
      expect(marks?.parts).toMatchObject([{ key: "light", values: [4, 2], intervals: [{ value: 4 }, { value: 2 }] }]);
      expect(words?.entries.map(({ votes, score }) => [votes, score])).toEqual([
        [24, null],
        [24, null],
      ]);
      expect(stars?.alpha).toMatchObject({ units: 48, level: "ordinal" });
      expect(board.method.model).toBe("mean");
      expect(board.total?.entries[0]?.rank).toBe(1);
    }
  });
});
