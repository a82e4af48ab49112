import { randomUUID } from "node:crypto";
import type { DataExperiment } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aJudgedTask, type JudgedTask, type SubmittedJudgement, say } from "../../../testing/builders/a-judged-task.ts";
import { aPackage, aPackageOrigin, type PackageOrigin } from "../../../testing/builders/packages/a-package.ts";
import { runDataRig } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const running = runApp();
const data = runDataRig(running);
let asker: Caller;
let origin: PackageOrigin;

beforeAll(async () => {
  asker = await aCaller(running.current, { permissions: ["USE_VERSION_1_0"] });
  origin = await aPackageOrigin(data.current, asker.id);
});

const ask = async (): Promise<string> => {
  const arms = await Promise.all(
    ["all", "moving"].map(async (name) => ({
      name,
      source: { kind: "package", id: (await aPackage(data.current, origin)).id },
    })),
  );
  const body = {
    request_key: randomUUID(),
    question: "does it help?",
    metric: "fvd",
    direction: "lower",
    min_difference: 1,
  };
  const made = await asker.post("/api_v1/data-experiment/create", { ...body, arms });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return String(made.body.id);
};
const act = (path: string, id: string, body: object, by = asker) =>
  by.post(`/api_v1/data-experiment/${path}/${id}`, body);

const PROMPTS = Array.from({ length: 12 }, (_, n) => ({ text: `prompt ${n}` }));

const judged = (status: "Benchmarking" | "Finished" = "Finished"): Promise<JudgedTask> =>
  aJudgedTask(running.current.db, { ownerId: asker.id, labels: ["old", "new", "other"], prompts: PROMPTS, status });

const FIRST = ["a", "tie"] as const;

/** The second entry beats the first on ten of twelve prompts and ties on one. */
const votes = (): SubmittedJudgement[] =>
  PROMPTS.flatMap((_, prompt) =>
    [0, 1, 2].map((rater): SubmittedJudgement => {
      return { rater, prompt, a: 0, b: 1, outcome: FIRST[prompt] ?? "b", isSwapped: rater === 1 };
    }),
  );

const columnsOf = async (task: { id: string }): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select column_id as id from evaluation_entry where task_id = ${task.id} order by entry`.execute(running.current.db);
  return rows.map(({ id }) => id);
};
const bodyOf = async (task: { id: string }, entries: readonly number[] = [0, 1]) => {
  const columns = await columnsOf(task);
  return { task_id: task.id, arms: entries.map((entry, at) => ({ position: at + 1, column_id: columns[entry] })) };
};

describe("a blind judging of the arms", () => {
  it("says how often an arm was preferred, is counted again on request, and is detached", async () => {
    const id = await ask();
    const task = await judged();
    await say(running.current.db, task, votes());
    const attached = await act("attach-judging", id, await bodyOf(task));
    expect(attached.status, JSON.stringify(attached.body)).toBe(200);
    const { judgings, revision } = attached.body as unknown as DataExperiment;
    expect(revision).toBe(2);
    expect(judgings).toMatchObject([
      {
        task_id: task.id,
        name: "Which model",
        attached_by: asker.username,
        arms: [
          { position: 1, label: "old", wins: null },
          { position: 2, label: "new", wins: { wins: 30, ties: 3, losses: 3, prompts: 12, verdict: "preferred" } },
        ],
      },
    ]);
    const wins = judgings[0]?.arms[1]?.wins;
    expect(wins?.rate).toBeCloseTo(31.5 / 36, 12);
    expect(wins?.low).toBeGreaterThan(0.5);
    expect(wins?.high).toBeLessThan(1);
    // The other way round the same judgements speak against it.
    const turned = await act("attach-judging", id, await bodyOf(task, [1, 0]));
    expect(turned.body).toMatchObject({
      judgings: [{ arms: [{}, { wins: { wins: 3, ties: 3, losses: 30, verdict: "not_preferred" } }] }],
    });
    expect((await act("detach-judging", id, { task_id: task.id })).body).toMatchObject({ judgings: [], revision: 4 });
    expect((await act("detach-judging", id, { task_id: task.id })).status).toBe(404);
  });

  it("keeps its numbers while people void judgements, and a decision keeps them too", async () => {
    const id = await ask();
    const task = await judged();
    await say(running.current.db, task, votes());
    const { body } = await act("attach-judging", id, await bodyOf(task));
    await sql`update judgement set is_counted = false where task_id = ${task.id}`.execute(running.current.db);
    const decided = await act("decide", id, { expect_revision: body.revision, chosen: 2, reason: "people prefer it" });
    expect(decided.body).toMatchObject({
      judgings: body.judgings,
      acts: [{ kind: "decided", numbers: { judgings: [{ task_id: task.id, arms: [{}, { wins: { wins: 30 } }] }] } }],
    });
    expect((await act("detach-judging", id, { task_id: task.id })).status).toBe(409);
  });

  it("says that there are too few judgements instead of a rate", async () => {
    const id = await ask();
    const task = await judged();
    await say(running.current.db, task, votes().slice(0, 6));
    expect((await act("attach-judging", id, await bodyOf(task))).body).toMatchObject({
      judgings: [{ arms: [{}, { wins: { losses: 3, ties: 3, prompts: 2, rate: null, verdict: "too_few" } }] }],
    });
  });

  it("is refused while people judge, without pairs of these models, and to who may not open its leaderboard", async () => {
    const id = await ask();
    const open = await judged("Benchmarking");
    await say(running.current.db, open, votes());
    const refused = await act("attach-judging", id, await bodyOf(open));
    expect([refused.status, refused.body.detail]).toEqual([409, "judging is not finished yet"]);
    const task = await judged();
    await say(running.current.db, task, votes());
    const unpaired = await act("attach-judging", id, await bodyOf(task, [0, 2]));
    expect(unpaired.status).toBe(409);
    const foreign = {
      task_id: task.id,
      arms: [
        { position: 1, column_id: randomUUID() },
        { position: 2, column_id: randomUUID() },
      ],
    };
    expect((await act("attach-judging", id, foreign)).status).toBe(422);
    const third = await bodyOf(task);
    expect(
      (
        await act("attach-judging", id, {
          ...third,
          arms: third.arms.map((arm, at) => ({ ...arm, position: at === 0 ? 1 : 3 })),
        })
      ).status,
    ).toBe(422);
    const inside = await aCaller(running.current);
    expect((await act("attach-judging", id, await bodyOf(task), inside)).status).toBe(403);
    expect((await act("attach-judging", randomUUID(), await bodyOf(task))).status).toBe(404);
  });
});
