// Invariants once the work has come to rest, read from the engines themselves and not through the product.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "../../../apps/server/src/config.ts";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";
import { createObjectStorage } from "../../../apps/server/src/platform/s3/object-storage.ts";
import type { Journal } from "./performer.ts";

export interface Audited {
  readonly faults: string[];
  readonly cells: number;
  readonly attempts: number;
  readonly succeeded: number;
  readonly objects: number;
}

interface AttemptRow {
  id: string;
  cell_id: string;
  status: string;
  cost_micros: string | null;
  external_id: string | null;
  output_sha256: Buffer | null;
  object_key: string | null;
  stored_sha256: Buffer | null;
}

const readAttempts = async (db: Db, taskId: string): Promise<AttemptRow[]> => {
  const { rows } = await sql<AttemptRow>`
    select p.id, p.cell_id, p.status, p.cost_micros, p.external_id, p.output_sha256, v.object_key, v.sha256 as stored_sha256
    from performer_task p
    left join asset a on a.id = p.asset_id
    left join asset_version v on v.asset_id = a.id and v.version = a.version
    where p.task_id = ${taskId}`.execute(db);
  return rows;
};

export const count = async (db: Db, query: ReturnType<typeof sql<{ n: number }>>): Promise<number> => {
  const { rows } = await query.execute(db);
  return rows[0]?.n ?? 0;
};

/** I5: as many cells as rows × columns × samples, each final, none with an open job. */
const checkCells = async (db: Db, taskId: string, expected: number): Promise<string[]> => {
  const cells = await count(db, sql`select count(*)::int as n from benchmark_cell where task_id = ${taskId}`);
  const open = await count(
    db,
    sql`select count(*)::int as n from benchmark_cell where task_id = ${taskId} and status not in ('Succeeded', 'Failed')`,
  );
  const underWay = await count(
    db,
    sql`select count(*)::int as n from performer_task where task_id = ${taskId} and finished_at is null`,
  );
  const wrong = await count(
    db,
    sql`select count(*)::int as n from benchmark_cell c
      left join performer_task p on p.id = c.counted_attempt_id
      where c.task_id = ${taskId} and c.status = 'Succeeded' and (p.status is distinct from 'Succeeded' or p.cell_id <> c.id)`,
  );
  const miscounted = await count(
    db,
    sql`select count(*)::int as n from benchmark_cell c where c.task_id = ${taskId}
      and c.attempt_count <> (select count(*) from performer_task p where p.cell_id = c.id)`,
  );
  return [
    ...(cells === expected ? [] : [`${cells} cells where there should be ${expected}`]),
    ...(open === 0 ? [] : [`${open} cells did not end`]),
    ...(underWay === 0 ? [] : [`${underWay} calls are still open`]),
    ...(wrong === 0 ? [] : [`${wrong} cells count an attempt that is not theirs or did not succeed`]),
    ...(miscounted === 0 ? [] : [`${miscounted} cells have another number of attempts than they say`]),
  ];
};

/** I6: the amount spent is the sum over successful jobs, nothing stays reserved, no slot stays occupied. */
const checkMoney = async (db: Db, taskId: string, priceMicros: number): Promise<string[]> => {
  const { rows } = await sql<{ spent: string; reserved: string; sum: string; succeeded: number; odd: number }>`
    select b.spent_micros as spent, b.reserved_micros as reserved,
      coalesce(sum(p.cost_micros), 0) as sum,
      (count(*) filter (where p.status = 'Succeeded' and not p.is_reused))::int as succeeded,
      (count(*) filter (where p.status = 'Succeeded' and p.cost_micros is distinct from ${priceMicros}))::int as odd
    from benchmark b join performer_task p on p.task_id = b.task_id
    where b.task_id = ${taskId} group by b.task_id`.execute(db);
  const [row] = rows;
  if (!row) return ["the task is gone"];
  const taken = await count(
    db,
    sql`select count(*)::int as n from performer_slot where call_id is not null or expires_at > now()`,
  );
  const expected = row.succeeded * priceMicros;
  return [
    ...(Number(row.spent) === Number(row.sum) ? [] : [`spent says ${row.spent}, the calls sum to ${row.sum}`]),
    ...(Number(row.spent) === expected ? [] : [`spent ${row.spent}, but ${row.succeeded} clips cost ${expected}`]),
    ...(row.odd === 0 ? [] : [`${row.odd} clips did not cost what one costs`]),
    ...(Number(row.reserved) === 0 ? [] : [`${row.reserved} micros stay reserved`]),
    ...(taken === 0 ? [] : [`${taken} slots stay taken`]),
  ];
};

/** Every job was sent under its own idempotency key, and the performer created one job for it, however often it was sent. */
const checkJournal = (attempts: readonly AttemptRow[], { entries }: Journal): string[] => {
  const known = new Set(attempts.map(({ id }) => `dailies-${id}`));
  const jobs = Map.groupBy(entries, ({ idempotency_key }) => idempotency_key ?? "");
  const strangers = [...jobs.keys()].filter((key) => !known.has(key));
  const twice = [...jobs.values()].filter((made) => made.length > 1);
  const unsent = attempts.filter(({ id, status }) => status === "Succeeded" && !jobs.has(`dailies-${id}`));
  return [
    ...(strangers.length === 0 ? [] : [`${strangers.length} jobs under keys that no call has, as '${strangers[0]}'`]),
    ...(twice.length === 0 ? [] : [`${twice.length} keys made more than one job`]),
    ...(unsent.length === 0 ? [] : [`${unsent.length} clips succeeded that were never asked for`]),
  ];
};

const hashOf = async (url: string): Promise<string> => {
  const response = await fetch(url);
  if (!response.ok || !response.body) return `status ${response.status}`;
  const digest = createHash("sha256");
  for await (const chunk of response.body) digest.update(chunk);
  return digest.digest("hex");
};

/** I8: the object of every success exists and has the recorded hash. Equal clips share one object. */
const checkObjects = async (attempts: readonly AttemptRow[], s3: Config["s3"]) => {
  const storage = createObjectStorage(s3);
  const hashes = new Map<string, string>();
  const hashOfKey = async (key: string): Promise<string> => {
    const known = hashes.get(key);
    if (known !== undefined) return known;
    const hash = await hashOf(storage.presign({ method: "GET", key, at: new Date(), expiresS: 60 }));
    hashes.set(key, hash);
    return hash;
  };
  const faults: string[] = [];
  for (const { id, status, output_sha256, object_key, stored_sha256 } of attempts) {
    if (status !== "Succeeded") continue;
    const recorded = output_sha256?.toString("hex");
    if (object_key === null || recorded !== stored_sha256?.toString("hex")) {
      faults.push(`call ${id} names another file than the asset it made`);
    } else if ((await hashOfKey(object_key)) !== recorded) {
      faults.push(`the clip of call ${id} is ${await hashOfKey(object_key)} in storage, recorded ${recorded}`);
    }
  }
  await storage.close();
  return { faults, objects: hashes.size };
};

export const audit = async (
  db: Db,
  {
    taskId,
    cells,
    priceMicros,
    journal,
    s3,
  }: { taskId: string; cells: number; priceMicros: number; journal: Journal; s3: Config["s3"] },
): Promise<Audited> => {
  const attempts = await readAttempts(db, taskId);
  const stored = await checkObjects(attempts, s3);
  return {
    faults: [
      ...(await checkCells(db, taskId, cells)),
      ...(await checkMoney(db, taskId, priceMicros)),
      ...checkJournal(attempts, journal),
      ...stored.faults.slice(0, 10),
    ],
    cells,
    attempts: attempts.length,
    succeeded: attempts.filter(({ status }) => status === "Succeeded").length,
    objects: stored.objects,
  };
};
