import type { TemplateItem } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface TemplateEntry {
  readonly dimensionId: string;
  readonly dimensionVersion: number;
  readonly weight: number;
  readonly isRequired: boolean;
  readonly section: string;
}

/** The content of one version of a template. */
export interface TemplateSheet {
  readonly name: string;
  readonly mode: TemplateItem["mode"];
  readonly instructions: string;
  readonly judgesPerItem: number;
  readonly entries: readonly TemplateEntry[];
}

export interface TemplateRecord {
  readonly id: string;
  readonly version: number;
  readonly ownerId: string;
  readonly archivedAt: Date | null;
}

/** `update` to change the template, `share` for an evaluation that starts using it. */
export const lockTemplateRow = async (
  tx: Tx,
  id: string,
  how: "update" | "share",
): Promise<TemplateRecord | undefined> => {
  const query = tx
    .selectFrom("dimension_template")
    .select(["id", "version", "owner_id", "archived_at"])
    .where("id", "=", id);
  const row = await (how === "update" ? query.forUpdate() : query.forShare()).executeTakeFirst();
  return row && { id: row.id, version: row.version, ownerId: row.owner_id, archivedAt: row.archived_at };
};

export const findSheet = async (db: Db, id: string, version: number): Promise<TemplateSheet | undefined> => {
  const row = await db
    .selectFrom("template_version")
    .selectAll()
    .where("template_id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  if (!row) return undefined;
  const entries = await db
    .selectFrom("template_entry")
    .selectAll()
    .where("template_id", "=", id)
    .where("version", "=", version)
    .orderBy("position")
    .execute();
  return {
    name: row.name,
    mode: row.mode as TemplateSheet["mode"],
    instructions: row.instructions,
    judgesPerItem: row.judges_per_item,
    entries: entries.map((entry) => ({
      dimensionId: entry.dimension_id,
      dimensionVersion: entry.dimension_version,
      weight: entry.weight,
      isRequired: entry.is_required,
      section: entry.section,
    })),
  };
};

interface Made {
  readonly userName: string;
  readonly at: Date;
}

interface NewTemplate {
  readonly id: string;
  readonly ownerId: string;
  readonly requestKey: string;
}

/** False when the same form was submitted before. The caller inserts the first version next. */
export const insertTemplate = async (tx: Tx, template: NewTemplate, at: Date): Promise<boolean> => {
  const row = await tx
    .insertInto("dimension_template")
    .values({
      id: template.id,
      version: 1,
      owner_id: template.ownerId,
      request_key: template.requestKey,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.constraint("dimension_template_made_once").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

export const findTemplateByRequest = async (tx: Tx, ownerId: string, requestKey: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom("dimension_template")
      .select("id")
      .where("owner_id", "=", ownerId)
      .where("request_key", "=", requestKey)
      .executeTakeFirst()
  )?.id;

interface SheetOf {
  readonly id: string;
  readonly version: number;
  readonly sheet: TemplateSheet;
}

const sheetColumns = ({ name, mode, instructions, judgesPerItem }: TemplateSheet) => ({
  name,
  mode,
  instructions,
  judges_per_item: judgesPerItem,
});

const insertEntries = async (tx: Tx, { id, version, sheet }: SheetOf): Promise<void> => {
  await tx
    .insertInto("template_entry")
    .values(
      sheet.entries.map((entry, position) => ({
        template_id: id,
        version,
        position,
        dimension_id: entry.dimensionId,
        dimension_version: entry.dimensionVersion,
        weight: entry.weight,
        is_required: entry.isRequired,
        section: entry.section,
      })),
    )
    .execute();
};

export const insertSheet = async (tx: Tx, next: SheetOf, { userName, at }: Made): Promise<void> => {
  await tx
    .insertInto("template_version")
    .values({
      template_id: next.id,
      version: next.version,
      ...sheetColumns(next.sheet),
      created_by: userName,
      created_at: at,
    })
    .execute();
  await insertEntries(tx, next);
};

/** The database refuses to rewrite a version that an evaluation has used. */
export const rewriteSheet = async (tx: Tx, next: SheetOf): Promise<void> => {
  const { id, version } = next;
  await tx
    .updateTable("template_version")
    .set(sheetColumns(next.sheet))
    .where("template_id", "=", id)
    .where("version", "=", version)
    .execute();
  await tx.deleteFrom("template_entry").where("template_id", "=", id).where("version", "=", version).execute();
  await insertEntries(tx, next);
};

export const touchTemplate = async (tx: Tx, id: string, version: number, at: Date): Promise<void> => {
  await tx.updateTable("dimension_template").set({ version, updated_at: at }).where("id", "=", id).execute();
};

export const isAskedWith = async (tx: Tx, id: string, version: number): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from evaluation where template_id = ${id} and template_version = ${version} and started_at is not null
  ) as found`.execute(tx);
  return rows[0]?.found === true;
};

/** Counts evaluations that use or plan to use the template, and benchmarks that name it; deleted tasks do not count. */
export const isTemplateUsed = async (tx: Tx, id: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select exists (select from evaluation where template_id = ${id})
    or exists (select from benchmark b join console_task t on t.id = b.task_id
      where b.template_id = ${id} and t.deleted_at is null) as found`.execute(tx);
  return rows[0]?.found === true;
};

export const setTemplateArchived = async (tx: Tx, id: string, archivedAt: Date | null, at: Date): Promise<void> => {
  await tx
    .updateTable("dimension_template")
    .set({ archived_at: archivedAt, updated_at: at })
    .where("id", "=", id)
    .execute();
};

export const removeTemplate = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom("dimension_template").where("id", "=", id).execute();
};
