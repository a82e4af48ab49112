import { CompiledQuery, type QueryResult } from "kysely";
import type { Db } from "./database.ts";
import { prepare } from "./prepared-statements.ts";

/** For hot statements: a constant text, built and parsed once. */
export const executePrepared = <Row>(db: Db, text: string, values: readonly unknown[]): Promise<QueryResult<Row>> => {
  prepare(text);
  return db.executeQuery(CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>);
};

/** For SQL functions that return whether they changed anything. */
export const callPredicate = async (db: Db, text: string, values: readonly unknown[]): Promise<boolean> => {
  const { rows } = await executePrepared<{ is_done: boolean }>(db, text, values);
  return rows[0]?.is_done === true;
};
