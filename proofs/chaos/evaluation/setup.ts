import { randomUUID } from "node:crypto";
import { benchmarksRoutes, dimensionsRoutes, evaluationsRoutes } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import { aGeneratedGrid } from "../../../apps/server/src/testing/builders/a-generated-grid.ts";
import { consoleCalls } from "../harness/console-calls.ts";
import { aPerson, type Person } from "../harness/own-database.ts";

export const JUDGES = 3;
const COLUMNS = 4;
const PAIRS = (COLUMNS * (COLUMNS - 1)) / 2;

export interface Judged {
  readonly taskId: string;
  readonly votes: number;
}

/** A benchmark judged by these users; its clips count as prepared, since nobody plays them here. */
export const startJudging = async (
  db: Db,
  origin: string,
  { raters, votes }: { raters: readonly Person[]; votes: number },
): Promise<Judged> => {
  const owner = await aPerson(db, { permissions: ["USE_VERSION_1_0"] });
  const { insist } = consoleCalls(origin, owner.cookie);
  const rows = Math.max(1, Math.round(votes / PAIRS / JUDGES));
  const taskId = await aGeneratedGrid(db, { ownerId: owner.id, rows, columns: COLUMNS });
  const template = await insist(dimensionsRoutes.createFromStarter, {
    body: { starter: "default", request_key: randomUUID() },
  });
  const params = { id: taskId };
  await insist(evaluationsRoutes.planEvaluation, {
    params,
    body: {
      template_id: template.id,
      mode: "pairwise",
      judges_per_item: JUDGES,
      aggregation: "All",
      gold_rate: 0,
      repeat_rate: 0.05,
      item_budget: null,
      expect_revision: 1,
    },
  });
  await insist(benchmarksRoutes.startEvaluation, { params });
  await insist(evaluationsRoutes.changeRaters, {
    params,
    body: { usernames: raters.map(({ username }) => username) },
  });
  await sql`select settle_clip(id, 'ready', '{"bytes": 1000, "fps": 24, "duration_s": 2}')
    from claim_clips(${taskId}, 1000000, 60) as id`.execute(db);
  return { taskId, votes: rows * PAIRS * JUDGES };
};
