import type { ExperimentRunStatus, RunInput } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Which of these inputs do not exist, by their position in the list. Until the transaction ends, no package is deleted. */
export const listUnknownInputs = async (tx: Tx, inputs: readonly RunInput[]): Promise<number[]> => {
  const packages = inputs.flatMap(({ kind, id }) => (kind === "package" ? [id] : []));
  if (packages.length > 0)
    await sql`select from package where id = any(${packages}::uuid[]) order by id for share`.execute(tx);
  const { rows } = await sql<{ position: number }>`
    select given.position::int from unnest(${inputs.map(({ kind }) => kind)}::text[], ${inputs.map(({ id }) => id)}::uuid[],
      ${inputs.map((each) => (each.kind === "dataset" ? each.version : null))}::int[])
      with ordinality as given (kind, ref_id, version, position)
    where not exists (select 1 from package p
        where given.kind = 'package' and p.id = given.ref_id and p.status <> 'Deleted')
      and not exists (select 1 from dataset_version v
        where given.kind = 'dataset' and v.dataset_id = given.ref_id and v.version = given.version)`.execute(tx);
  return rows.map(({ position }) => position - 1);
};

export const insertInputs = async (tx: Tx, runId: string, inputs: readonly RunInput[]): Promise<void> => {
  if (inputs.length === 0) return;
  await tx
    .insertInto("experiment_run_input")
    .values(
      inputs.map((each, at) => ({
        run_id: runId,
        position: at + 1,
        kind: each.kind,
        ref_id: each.id,
        version: each.kind === "dataset" ? each.version : null,
      })),
    )
    .execute();
};

export interface InputRow {
  readonly run_id: string;
  readonly kind: "package" | "dataset";
  readonly ref_id: string;
  readonly version: number | null;
  readonly name: string | null;
}

export const listInputs = async (db: Db, runIds: readonly string[]): Promise<InputRow[]> => {
  if (runIds.length === 0) return [];
  const { rows } = await sql<InputRow>`
    select i.run_id, i.kind, i.ref_id, i.version, coalesce(p.name || ' #' || p.number, d.name) as name
    from experiment_run_input i
    left join package p on i.kind = 'package' and p.id = i.ref_id and p.status <> 'Deleted'
    left join dataset d on i.kind = 'dataset' and d.id = i.ref_id
    where i.run_id = any(${[...runIds]}::uuid[]) order by i.run_id, i.position`.execute(db);
  return rows;
};

interface RunNaming {
  readonly id: string;
  readonly package_id: string;
  readonly name: string;
  readonly experiment_name: string;
  readonly status: ExperimentRunStatus;
  readonly started_at: Date;
}

/** The newest runs that name a package as their input, so many of each. */
export const listRunsNaming = async (db: Db, packageIds: readonly string[], limit: number): Promise<RunNaming[]> => {
  if (packageIds.length === 0) return [];
  const { rows } = await sql<RunNaming>`
    select r.id, p.id as package_id, r.name, e.name as experiment_name, r.status, r.started_at
    from unnest(${[...packageIds]}::uuid[]) with ordinality as p (id, position)
    cross join lateral (select distinct i.run_id from experiment_run_input i
      where i.kind = 'package' and i.ref_id = p.id order by i.run_id desc limit ${limit}) i
    join experiment_run r on r.id = i.run_id join experiment e on e.id = r.experiment_id
    order by p.position, r.id desc`.execute(db);
  return rows;
};
