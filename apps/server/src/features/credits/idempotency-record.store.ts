import type { Tx } from "../../platform/db/database.ts";

export interface IdempotencyRow {
  readonly inputHash: Buffer;
  readonly askedBy: string;
  readonly askedAt: Date;
}

/** Returns false when the key is taken. Waits for a concurrent transaction that uses the same key. */
export const claimKey = async (tx: Tx, key: string, row: IdempotencyRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("idempotency_record")
    .values({ key, input_hash: row.inputHash, asked_by: row.askedBy, asked_at: row.askedAt })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

export const getIdempotencyRecord = (tx: Tx, key: string): Promise<{ input_hash: Buffer; answer: unknown }> =>
  tx.selectFrom("idempotency_record").select(["input_hash", "answer"]).where("key", "=", key).executeTakeFirstOrThrow();

export const keepAnswer = async (tx: Tx, key: string, answer: object): Promise<void> => {
  await tx
    .updateTable("idempotency_record")
    .set({ answer: JSON.stringify(answer) })
    .where("key", "=", key)
    .execute();
};
