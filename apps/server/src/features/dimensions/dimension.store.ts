import type { DimensionContent, FieldSpec, Rubric } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

/** The content of one version of a dimension. */
export interface Asked {
  readonly name: string;
  readonly description: string;
  readonly rubric: Rubric;
  readonly field: FieldSpec;
  readonly isRequired: boolean;
  readonly direction: DimensionContent["direction"];
  readonly weight: number;
  readonly source: DimensionContent["source"];
  readonly metricKey: string | null;
  readonly appliesTo: DimensionContent["applies_to"];
  readonly tags: readonly string[];
}

export interface VersionColumns {
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly rubric: unknown;
  readonly field: unknown;
  readonly is_required: boolean;
  readonly direction: string;
  readonly weight: number;
  readonly source: string;
  readonly metric_key: string | null;
  readonly applies_to: string[];
  readonly tags: string[];
  readonly created_by: string;
  readonly created_at: Date;
}

/** No parsing: stored values were validated by the contract on write. */
export const toAsked = (row: Omit<VersionColumns, "version" | "created_by" | "created_at">): Asked => ({
  name: row.name,
  description: row.description,
  rubric: row.rubric as Rubric,
  field: row.field as FieldSpec,
  isRequired: row.is_required,
  direction: row.direction as Asked["direction"],
  weight: row.weight,
  source: row.source as Asked["source"],
  metricKey: row.metric_key,
  appliesTo: row.applies_to as Asked["appliesTo"],
  tags: row.tags,
});

const toColumns = (asked: Asked) => ({
  name: asked.name,
  description: asked.description,
  rubric: JSON.stringify(asked.rubric),
  field: JSON.stringify(asked.field),
  is_required: asked.isRequired,
  direction: asked.direction,
  weight: asked.weight,
  source: asked.source,
  metric_key: asked.metricKey,
  applies_to: [...asked.appliesTo],
  tags: [...asked.tags],
});

export interface DimensionRecord {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly ownerId: string;
  readonly archivedAt: Date | null;
  /** The newest version. */
  readonly asked: Asked;
}

/** Locks until the transaction ends: `update` to change a dimension, `share` to add it to a template. */
export const lockDimensions = async (
  tx: Tx,
  by: { readonly ids: readonly string[] } | { readonly keys: readonly string[] },
  how: "update" | "share",
): Promise<DimensionRecord[]> => {
  const wanted = "ids" in by ? sql`d.id = any(${[...by.ids]}::uuid[])` : sql`d.key = any(${[...by.keys]}::text[])`;
  const { rows } = await sql<VersionColumns & { id: string; key: string; owner_id: string; archived_at: Date | null }>`
    select d.id, d.key, d.owner_id, d.archived_at, v.* from dimension d
    join dimension_version v on v.dimension_id = d.id and v.version = d.version
    where ${wanted} order by d.id ${how === "update" ? sql`for update of d` : sql`for share of d`}`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    version: row.version,
    ownerId: row.owner_id,
    archivedAt: row.archived_at,
    asked: toAsked(row),
  }));
};

interface NewDimension {
  readonly id: string;
  readonly key: string;
  readonly ownerId: string;
  readonly requestKey: string;
  readonly asked: Asked;
}

interface Made {
  readonly userName: string;
  readonly at: Date;
}

/** False when the key is taken or the same form was submitted before. */
export const insertDimension = async (tx: Tx, dimension: NewDimension, made: Made): Promise<boolean> => {
  const row = await tx
    .insertInto("dimension")
    .values({
      id: dimension.id,
      key: dimension.key,
      version: 1,
      owner_id: dimension.ownerId,
      request_key: dimension.requestKey,
      created_at: made.at,
      updated_at: made.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row) await insertVersion(tx, { id: row.id, version: 1, asked: dimension.asked }, made);
  return row !== undefined;
};

interface VersionOf {
  readonly id: string;
  readonly version: number;
  readonly asked: Asked;
}

const insertVersion = async (tx: Tx, { id, version, asked }: VersionOf, { userName, at }: Made): Promise<void> => {
  await tx
    .insertInto("dimension_version")
    .values({ dimension_id: id, version, ...toColumns(asked), created_by: userName, created_at: at })
    .execute();
};

/** Inserts the next version, which becomes the newest. */
export const addVersion = async (tx: Tx, next: VersionOf, made: Made): Promise<void> => {
  await insertVersion(tx, next, made);
  await tx
    .updateTable("dimension")
    .set({ version: next.version, updated_at: made.at })
    .where("id", "=", next.id)
    .execute();
};

/** The database refuses to rewrite a version that a template uses. */
export const rewriteVersion = async (tx: Tx, { id, version, asked }: VersionOf, { at }: Made): Promise<void> => {
  await tx
    .updateTable("dimension_version")
    .set(toColumns(asked))
    .where("dimension_id", "=", id)
    .where("version", "=", version)
    .execute();
  await tx.updateTable("dimension").set({ updated_at: at }).where("id", "=", id).execute();
};

export const findDimensionByRequest = async (tx: Tx, ownerId: string, requestKey: string) =>
  tx
    .selectFrom("dimension")
    .select(["id", "key"])
    .where("owner_id", "=", ownerId)
    .where("request_key", "=", requestKey)
    .executeTakeFirst();

const exists = async (tx: Tx, query: RawBuilder<unknown>): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select exists (${query}) as found`.execute(tx);
  return rows[0]?.found === true;
};

/** Without a version: whether any template uses any version. */
export const isHeld = (tx: Tx, id: string, version?: number): Promise<boolean> =>
  exists(
    tx,
    sql`select from template_entry where dimension_id = ${id}
      ${version === undefined ? sql`` : sql`and dimension_version = ${version}`}`,
  );

export const setDimensionArchived = async (tx: Tx, id: string, archivedAt: Date | null, at: Date): Promise<void> => {
  await tx.updateTable("dimension").set({ archived_at: archivedAt, updated_at: at }).where("id", "=", id).execute();
};

export const removeDimension = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom("dimension").where("id", "=", id).execute();
};
