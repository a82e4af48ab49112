import type { Selectable } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { LarkBase } from "../../../platform/db/database.types.ts";

export type LarkBaseRow = Selectable<LarkBase>;

export interface NewLarkBase {
  readonly id: string;
  readonly userId: string;
  readonly requestKey: string;
  readonly name: string;
  readonly folderToken: string | null;
  readonly at: Date;
}

/** Stores the request, or returns the row of the same one. */
export const claimBase = async (db: Db, base: NewLarkBase): Promise<{ row: LarkBaseRow; isNew: boolean }> => {
  const made = await db
    .insertInto("lark_base")
    .values({
      id: base.id,
      user_id: base.userId,
      request_key: base.requestKey,
      name: base.name,
      folder_token: base.folderToken,
      created_at: base.at,
    })
    .onConflict((conflict) => conflict.constraint("lark_base_made_once").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) return { row: made, isNew: true };
  const row = await db
    .selectFrom("lark_base")
    .selectAll()
    .where("user_id", "=", base.userId)
    .where("request_key", "=", base.requestKey)
    .executeTakeFirstOrThrow();
  return { row, isNew: false };
};

export const getBase = (db: Db, id: string): Promise<LarkBaseRow> =>
  db.selectFrom("lark_base").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

export const isBaseKnown = async (db: Db, appToken: string): Promise<boolean> =>
  (await db.selectFrom("lark_base").select("id").where("app_token", "=", appToken).executeTakeFirst()) !== undefined;

export const noteBase = async (
  tx: Tx,
  id: string,
  { appToken, url }: { readonly appToken: string; readonly url: string },
): Promise<void> => {
  await tx.updateTable("lark_base").set({ app_token: appToken, url }).where("id", "=", id).execute();
};

export const noteShared = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable("lark_base").set({ shared_at: at }).where("id", "=", id).execute();
};

export const findEmail = async (db: Db, userId: string): Promise<string | null> => {
  const row = await db.selectFrom("console_user").select("email").where("id", "=", userId).executeTakeFirst();
  return row?.email ?? null;
};
