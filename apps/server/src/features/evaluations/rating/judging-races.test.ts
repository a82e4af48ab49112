import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { anEvaluation } from "../../../testing/builders/an-evaluation.ts";
import { listJudgingFaults } from "../../../testing/rigs/judging-faults.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { insertVote, isLastVote } from "./judgement.store.ts";

import { claimLeases, endLease, sweepLeases, undoVote } from "./lease.store.ts";

const app = runApp();
let owner: Caller;

beforeAll(async () => {
  owner = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
});

const someRaters = async (count: number): Promise<Caller[]> =>
  Promise.all(Array.from({ length: count }, () => aCaller(app.current)));

const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const claimOne = async (taskId: string, raterId: string, count: number, at: Date): Promise<readonly string[]> => {
  const claimed = await claimLeases(app.current.db, { taskId, raterId, count, at });
  return claimed.outcome === "ok" ? claimed.leaseIds : [];
};

const vote = async (leaseId: string, raterId: string, at: Date): Promise<string | undefined> => {
  const answer = {
    choice: "A",
    strength: null,
    answers: {},
    marks: [],
    watched: { A: 2, B: 2 },
    durationMs: 1,
  } as const;
  try {
    const told = await insertVote(
      app.current.db,
      { ...answer, leaseId, raterId, clientId: crypto.randomUUID(), at },
      { mayFinish: false },
    );
    return told.outcome === "ok" ? told.judgementId : undefined;
  } catch (error) {
    if (!isLastVote(error)) throw error;
    return undefined;
  }
};

const abort = (leaseId: string, raterId: string, isForGood: boolean, at: Date) => {
  const ending = isForGood
    ? ({ how: "skipped", reason: "other" } as const)
    : ({ how: "released", reason: null } as const);
  return endLease(app.current.db, { leaseId, raterId, ...ending, note: null, at });
};

type Random = ReturnType<typeof randomOf>;

/** Judges, releases, undoes, or lets the lease expire. */
const actOn = async (leaseId: string, raterId: string, at: Date, random: Random, told: Set<string>): Promise<void> => {
  const dice = random(20);
  if (dice < 3) await abort(leaseId, raterId, dice === 0, at);
  if (dice < 3 || dice > 11) return;
  const judgementId = await vote(leaseId, raterId, at);
  if (judgementId === undefined) return;
  if (random(8) > 0) told.add(judgementId);
  else await undoVote(app.current.db, { judgementId, raterId, at });
};

const actAtRandom = async (taskId: string, raterId: string, random: Random, told: Set<string>): Promise<void> => {
  const start = app.current.clock.now().getTime();
  for (let step = 0; step < 25; step++) {
    const at = new Date(start + step * 45_000);
    for (const leaseId of await claimOne(taskId, raterId, 1 + random(4), at)) {
      await actOn(leaseId, raterId, at, random, told);
    }
    if (random(6) === 0) await sweepLeases(app.current.db, at, 50, null);
  }
};

const countsOf = async (taskId: string) => {
  const { rows } = await sql<{ second: number; left: number }>`
    select (select count(*)::int from evaluation_item where task_id = ${taskId} and done + leased > 1) as second,
      (select coalesce(sum(items - issued), 0)::int from evaluation_lane where task_id = ${taskId}) as left`.execute(
    app.current.db,
  );
  return rows[0];
};

describe("many raters at once", () => {
  it("never give an item to more than needed, lose no vote and count every one, whatever they do", async () => {
    const raters = await someRaters(12);
    const { id } = await anEvaluation(app.current, owner, {
      prompts: 12,
      labels: ["a", "b", "c", "d"],
      raters,
      plan: { judges_per_item: 3, repeat_rate: 0.1 },
    });
    const told = new Set<string>();
    await Promise.all(raters.map((rater, index) => actAtRandom(id, rater.id, randomOf(index + 1), told)));
    expect(await listJudgingFaults(app.current.db, id)).toEqual([]);
    const kept = await app.current.db
      .selectFrom("judgement")
      .select("id")
      .where("task_id", "=", id)
      .where("undone_at", "is", null)
      .execute();
    expect(new Set(kept.map((row) => row.id))).toEqual(told);
    expect(told.size).toBeGreaterThan(100);
  });

  it("ask about every prompt and pair once before any twice, also when they all come in the same moment", async () => {
    const raters = await someRaters(10);
    const { id } = await anEvaluation(app.current, owner, {
      prompts: 10,
      labels: ["a", "b", "c"],
      raters,
      plan: { judges_per_item: 2 },
    });
    const at = app.current.clock.now();
    const faults: unknown[] = [];
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        raters.map(async ({ id: raterId }) => {
          for (const leaseId of await claimOne(id, raterId, 2, at)) await vote(leaseId, raterId, at);
          const counts = await countsOf(id);
          if (counts && counts.second > 0 && counts.left > 0) faults.push(counts);
        }),
      );
    }
    expect(faults).toEqual([]);
    expect(await listJudgingFaults(app.current.db, id)).toEqual([]);
    expect((await countsOf(id))?.left).toBe(0);
    expect((await countsOf(id))?.second).toBeGreaterThan(0);
  });

  it("end the task once, with the vote that was missing, when the last ones come together", async () => {
    const raters = await someRaters(8);
    const { id } = await anEvaluation(app.current, owner, { prompts: 8, raters });
    const lease = async (rater: Caller) =>
      (await rater.post("/api_v1/evaluating/claim", { task_id: id })).body.items as { lease_id: string }[];
    const leases = await Promise.all(raters.map(lease));
    const answers = await Promise.all(
      raters.map((rater, index) =>
        rater.post("/api_v1/evaluating/submit", {
          lease_id: leases[index]?.[0]?.lease_id,
          client_id: crypto.randomUUID(),
          choice: "tie",
          strength: null,
          answers: {},
          watched: { A: 2, B: 2 },
          duration_ms: 1,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(raters.map(() => 200));
    const { rows } = await sql<{ status: string; boards: number }>`
      select status, (select count(*)::int from outbox where workflow_type = 'keepBoard' and input ->> 'taskId' = ${id}) as boards
      from console_task where id = ${id}`.execute(app.current.db);
    expect(rows).toEqual([{ status: "Finished", boards: 1 }]);
  });
});

describe("the next item", () => {
  it("comes from the pair that was asked least, and among equals from the one that is hardest to tell apart", async () => {
    const rater = await aCaller(app.current);
    const raterId = rater.id;
    const { id } = await anEvaluation(app.current, owner, {
      prompts: 6,
      labels: ["a", "b", "c"],
      raters: [rater],
    });
    await sql`update evaluation_lane set overlap = 0.1 where task_id = ${id} and not (a = 1 and b = 2)`.execute(
      app.current.db,
    );
    const at = app.current.clock.now();
    const pairs: string[] = [];
    for (let n = 0; n < 9; n++) {
      const [leaseId] = await claimOne(id, raterId, 1, at);
      const { rows } = await sql<{ pair: string }>`select i.a || '-' || i.b as pair
        from evaluation_lease l join evaluation_item i on i.id = l.item_id where l.id = ${leaseId}`.execute(
        app.current.db,
      );
      pairs.push(rows[0]?.pair ?? "");
      await vote(leaseId ?? "", raterId, at);
    }
    for (let round = 0; round < 3; round++) {
      const three = pairs.slice(round * 3, round * 3 + 3);
      expect(new Set(three).size).toBe(3);
      expect(three[0]).toBe("1-2");
    }
  });

  it("is now and then one that was answered before, with the sides exchanged and ten others between", async () => {
    const rater = await aCaller(app.current);
    const raterId = rater.id;
    const { id } = await anEvaluation(app.current, owner, {
      prompts: 40,
      raters: [rater],
      plan: { repeat_rate: 0.4 },
    });
    const at = app.current.clock.now();
    for (let n = 0; n < 50; n++) {
      const [leaseId] = await claimOne(id, raterId, 1, at);
      if (leaseId) await vote(leaseId, raterId, at);
    }
    const { rows } = await sql<{ between: number; is_turned: boolean; is_counted: boolean }>`
      select (again.seq - first.seq - 1)::int as between, again.is_swapped <> first.is_swapped as is_turned, again.is_counted
      from judgement again join evaluation_item i on i.id = again.item_id join judgement first on first.id = i.repeats
      where again.task_id = ${id} and again.kind = 'repeat'`.execute(app.current.db);
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows) {
      expect(row.between).toBeGreaterThanOrEqual(10);
      expect(row).toMatchObject({ is_turned: true, is_counted: false });
    }
    const { body } = await rater.get("/api_v1/evaluating/tasks");
    const [task] = body.tasks as { mine: { self_agreement: { same: number; of: number } } }[];
    // Always the left side, which is a different clip each time.
    expect(task?.mine.self_agreement).toEqual({ same: 0, of: rows.length });
  });
});
