import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface PermissionRecord {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly group: string;
  readonly isSystem: boolean;
  readonly bit: number | null;
  readonly holders: number;
  readonly version: number;
}

const selectPermissions = (db: Db) =>
  db
    .selectFrom("permission as m")
    .leftJoin(
      (eb) =>
        eb
          .selectFrom("console_user_permission")
          .select(["code", sql<number>`count(*)::int`.as("holders")])
          .groupBy("code")
          .as("held"),
      (join) => join.onRef("held.code", "=", "m.key"),
    )
    .select([
      "m.key",
      "m.name",
      "m.description",
      "m.group_name as group",
      "m.is_system as isSystem",
      "m.bit",
      "m.version",
    ])
    .select((eb) => eb.fn.coalesce("held.holders", sql<number>`0`).as("holders"));

/** Codes of the console first, then by group. */
export const listPermissions = (db: Db): Promise<PermissionRecord[]> =>
  selectPermissions(db)
    .orderBy("m.is_system", "desc")
    .orderBy("m.group_name")
    .orderBy(sql`m.bit nulls first`)
    .orderBy("m.key")
    .execute();

export const findPermission = (db: Db, key: string): Promise<PermissionRecord | undefined> =>
  selectPermissions(db).where("m.key", "=", key).executeTakeFirst();

export const findKeyOfBit = async (db: Db, bit: number): Promise<string | undefined> =>
  (await db.selectFrom("permission").select("key").where("bit", "=", bit).executeTakeFirst())?.key;

/** False when the key or the bit is taken. */
export const insertPermission = async (
  tx: Tx,
  permission: Pick<PermissionRecord, "key" | "name" | "description" | "group" | "bit"> & { createdAt: Date },
): Promise<boolean> => {
  const { key, name, description, group, bit, createdAt } = permission;
  const result = await tx
    .insertInto("permission")
    .values({ key, name, description, group_name: group, bit, created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

export const updatePermissionRow = async (
  tx: Tx,
  { key, name, description, group }: Pick<PermissionRecord, "key" | "name" | "description" | "group">,
): Promise<void> => {
  await tx
    .updateTable("permission")
    .set((eb) => ({ name, description, group_name: group, version: eb("version", "+", 1) }))
    .where("key", "=", key)
    .execute();
};

export const deletePermissionRow = async (tx: Tx, key: string): Promise<void> => {
  await tx.deleteFrom("permission").where("key", "=", key).execute();
};
