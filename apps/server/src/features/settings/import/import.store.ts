import { sql } from "kysely";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { ImportStep } from "./import.rules.ts";

interface Made {
  readonly at: Date;
  readonly by: string;
}

/** Inserts or updates all keys with one statement each; returns the new version of every key. */
export const importItems = async (
  tx: Tx,
  steps: readonly ImportStep[],
  { at, by }: Made,
): Promise<ReadonlyMap<string, number>> => {
  const json = JSON.stringify(
    steps.map(({ key, item, action, hasNewValue }) => ({
      key,
      description: item.description,
      is_new: action === "create",
      has_new_value: hasNewValue,
    })),
  );
  const { rows } = await sql<{ key: string; version: number }>`
    with given as (
      select * from jsonb_to_recordset(${json}::jsonb)
        as g(key text, description text, is_new boolean, has_new_value boolean)
    ), added as (
      insert into config_item (key, description, is_sensitive, version, value_version, updated_at, updated_by)
        select key, description, false, 1, 1, ${at}, ${by} from given where is_new
        on conflict (key) do nothing returning key, version
    ), raised as (
      update config_item i set
          description = g.description,
          version = i.version + 1,
          value_version = case when g.has_new_value then i.version + 1 else i.value_version end,
          updated_at = ${at}, updated_by = ${by}
        from given g where g.key = i.key and not g.is_new
        returning i.key, i.version
    )
    select key, version from added union all select key, version from raised`.execute(tx);
  // Existing rows are locked, so only a key created concurrently can be missing.
  if (rows.length !== steps.length)
    throw new DomainError(
      "conflict",
      "one of these keys was created in the meantime: review the preview and try again",
    );
  return new Map(rows.map((row) => [row.key, row.version]));
};

export const importVersions = async (
  tx: Tx,
  steps: readonly ImportStep[],
  { versions, at, by }: Made & { readonly versions: ReadonlyMap<string, number> },
): Promise<void> => {
  const rows = steps
    .filter(({ hasNewValue }) => hasNewValue)
    .map(({ key, item }) => ({ key, version: versions.get(key), schema: item.schema, value: item.value }));
  await sql`
    insert into config_version (key, version, schema, value, created_at, created_by)
      select key, version, schema, value, ${at}, ${by}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(key text, version int, schema jsonb, value jsonb)`.execute(
    tx,
  );
};
