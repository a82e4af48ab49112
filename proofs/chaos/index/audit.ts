// Invariants once the work has come to rest, read from the engines themselves and not through the product.
import { sql } from "kysely";
import type { OpenedData } from "../../../apps/server/src/features/datasets/index.ts";
import type { World } from "../harness/data-world.ts";
import { captionOf } from "./make-set.ts";

export interface ExpectedVersion {
  readonly version: number;
  /** The serial numbers of the samples, in order. */
  readonly serials: readonly number[];
  readonly seed: number;
}

type AuditedData = Pick<World, "data" | "itemTables">;

interface VersionRow {
  readonly table_name: string;
  readonly table_version: string;
  readonly items: string;
}

/** Every row of one version in order: each sample exists once and at its position. */
const auditVersion = async (
  { data, itemTables }: AuditedData,
  datasetId: string,
  expected: ExpectedVersion,
): Promise<string[]> => {
  const { rows } = await sql<VersionRow>`select table_name, table_version, items from dataset_version
    where dataset_id = ${datasetId} and version = ${expected.version}`.execute(data.db);
  const [row] = rows;
  const { serials, seed, version } = expected;
  if (!row) return [`version ${version} is not there`];
  const faults: string[] = [];
  if (Number(row.items) !== serials.length) faults.push(`version ${version} says ${row.items}, not ${serials.length}`);
  const ref = { datasetId, tableName: row.table_name, tableVersion: Number(row.table_version) };
  const table = await itemTables.openAt(ref);
  let at = 0;
  let wrong = 0;
  for await (const batch of table.query().select(["ordinal", "caption", "serial"])) {
    const [ordinals, captions, found] = ["ordinal", "caption", "serial"].map((name) => batch.getChild(name));
    for (let n = 0; n < batch.numRows; n++, at++) {
      const serial = serials[at] ?? -1;
      const isRight =
        Number(ordinals?.get(n)) === at &&
        Number(found?.get(n)) === serial &&
        captions?.get(n) === captionOf(serial, seed);
      if (!isRight) wrong++;
    }
  }
  if (at !== serials.length) faults.push(`version ${version} has ${at} rows, not ${serials.length}`);
  if (wrong > 0) faults.push(`version ${version} has ${wrong} rows that are not the sample of their place`);
  return faults;
};

const count = async (data: OpenedData, query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await query.execute(data.db)).rows[0]?.n ?? 0;

export const audit = async (
  world: AuditedData,
  datasetId: string,
  versions: readonly ExpectedVersion[],
): Promise<string[]> => {
  const { data } = world;
  const faults: string[] = [];
  for (const version of versions) faults.push(...(await auditVersion(world, datasetId, version)));
  const made = await count(data, sql`select count(*)::int as n from dataset_version where dataset_id = ${datasetId}`);
  if (made !== versions.length) faults.push(`${made} versions, not ${versions.length}`);
  const open = await count(
    data,
    sql`select count(*)::int as n from dataset_index_run where dataset_id = ${datasetId} and finished_at is null`,
  );
  if (open > 0) faults.push(`${open} runs did not end`);
  const published = await count(data, sql`select count(*)::int as n from operation where op_type = 'Publish_version'`);
  if (published !== versions.length) faults.push(`the history tells of ${published} versions, not ${versions.length}`);
  return faults;
};
