import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aJudgedTask, say } from "../../../testing/builders/a-judged-task.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { readVotes } from "./votes.store.ts";

const database = testDatabase();

/** A task on whose first prompt each rater judged once, in this order. */
const judgedOnceEach = async () => {
  const { db } = database.current;
  const task = await aJudgedTask(db, { ownerId: (await aUser(db)).id });
  await say(
    db,
    task,
    task.raterIds.map((_, rater) => ({ rater, prompt: 0, a: 0, b: 1, outcome: "a" as const })),
  );
  return task;
};

const numbersIn = async (taskId: string): Promise<number[]> => {
  const { rater } = await readVotes(database.current.db, { taskId, judgementSeq: 3, hasSamples: false });
  return [...rater];
};

const orderKeys = async (taskId: string): Promise<string[]> => {
  const { db } = database.current;
  const raters = db.selectFrom("evaluation_rater").select("order_key").where("task_id", "=", taskId);
  return (await raters.execute()).map(({ order_key: key }) => key);
};

describe("the numbers of raters", () => {
  it("follow a stored order and nothing that is known of a rater", async () => {
    const task = await judgedOnceEach();
    for (const wanted of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ]) {
      for (const [rater, userId] of task.raterIds.entries())
        await sql`update evaluation_rater set order_key = ${`00000000-0000-4000-8000-00000000000${wanted[rater]}`}
          where task_id = ${task.id} and user_id = ${userId}`.execute(database.current.db);
      expect(await numbersIn(task.id)).toEqual(wanted);
    }
  });

  it("are drawn at random when raters are added, and stay", async () => {
    const task = await judgedOnceEach();
    const keys = await orderKeys(task.id);
    expect(new Set(keys).size).toBe(3);
    for (const key of keys)
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const numbers = await numbersIn(task.id);
    expect(numbers.toSorted()).toEqual([0, 1, 2]);
    expect(await numbersIn(task.id)).toEqual(numbers);
  });
});
