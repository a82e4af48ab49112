import { CompiledQuery, type QueryResult } from "kysely";
import type { Db } from "./database.ts";

/** For the few statements that every call makes: their text is finished, so nothing has to be put together each time. */
export const callFunction = <Row>(db: Db, text: string, values: readonly unknown[]): Promise<QueryResult<Row>> =>
  db.executeQuery(CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>);

/** Of a function that answers whether it has done anything. */
export const callPredicate = async (db: Db, text: string, values: readonly unknown[]): Promise<boolean> => {
  const { rows } = await callFunction<{ is_done: boolean }>(db, text, values);
  return rows[0]?.is_done === true;
};
