import { sql } from "kysely";
import { decodePoints } from "../../../apps/server/src/features/experiments/points/point-codec.ts";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import { BATCH_STEPS, lineOf, METRICS, type Program, pointValue } from "./programs.ts";

interface ChunkRow {
  readonly key: string;
  readonly payload: Buffer;
}

interface StoredPoint {
  readonly step: number;
  readonly value: number;
}

/** In the order in which they arrived. */
const readPoints = async (db: Db, runId: string): Promise<Map<string, StoredPoint[]>> => {
  const { rows } = await sql<ChunkRow>`
    select m.key, c.payload from experiment_chunk c
    join experiment_metric m on m.run_id = c.run_id and m.number = c.metric
    where c.run_id = ${runId} order by c.metric, c.number`.execute(db);
  const points = new Map<string, StoredPoint[]>();
  for (const { key, payload } of rows) {
    const { steps, values } = decodePoints(payload);
    const stored = points.get(key) ?? [];
    for (const [at, step] of steps.entries()) stored.push({ step, value: values[at] ?? Number.NaN });
    points.set(key, stored);
  }
  return points;
};

/** Every acknowledged point once and in order, and nothing else. */
export const checkPoints = (
  { number, batches }: Pick<Program, "number" | "batches">,
  metric: number,
  stored: readonly StoredPoint[],
): string[] => {
  const wanted = batches * BATCH_STEPS;
  const name = `program ${number}, ${METRICS[metric]}`;
  if (stored.length !== wanted) return [`${name}: ${stored.length} points instead of ${wanted}`];
  const wrong = stored.findIndex(
    ({ step, value }, at) => step !== at || !Object.is(value, pointValue(number, metric, step)),
  );
  return wrong === -1 ? [] : [`${name}: point ${wrong} is step ${stored[wrong]?.step} with ${stored[wrong]?.value}`];
};

const checkLog = async (db: Db, { number, runId, batches }: Program): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select line from experiment_log l, unnest(l.lines) with ordinality as u (line, place)
    where l.run_id = ${runId} order by l.number, u.place`.execute(db);
  const wrong = Array.from({ length: Math.max(batches, rows.length) }, (_, batch) => batch).find(
    (batch) => rows[batch]?.line !== (batch < batches ? lineOf(number, batch) : undefined),
  );
  return wrong === undefined ? [] : [`program ${number}: line ${wrong} of its log is '${rows[wrong]?.line}'`];
};

const checkCounts = async (db: Db, { number, runId, batches }: Program): Promise<string[]> => {
  const { rows } = await sql<{ points: number; sums: number }>`
    select s.points::float8 as points,
      (select sum(points)::float8 from experiment_metric m where m.run_id = s.run_id) as sums
    from experiment_run_state s where s.run_id = ${runId}`.execute(db);
  const wanted = batches * BATCH_STEPS * METRICS.length;
  const [found] = rows;
  return found?.points === wanted && found.sums === wanted
    ? []
    : [`program ${number}: counted ${found?.points} and ${found?.sums} points instead of ${wanted}`];
};

export const auditProgram = async (db: Db, program: Program): Promise<string[]> => {
  const points = await readPoints(db, program.runId);
  return [
    ...METRICS.flatMap((key, metric) => checkPoints(program, metric, points.get(key) ?? [])),
    ...(await checkLog(db, program)),
    ...(await checkCounts(db, program)),
  ];
};
