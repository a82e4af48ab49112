// The database pages that a list reads, by also running each of the product's statements under EXPLAIN.
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import { findMovementSpan, listMovements } from "../../../apps/server/src/features/credits/ledger/movement.store.ts";
import { findSpan, listOperationRows } from "../../../apps/server/src/features/operation-log/operation-page.store.ts";
import { createDatabase, type Db } from "../../../apps/server/src/platform/db/database.ts";
import { readNumberedPage } from "../../../apps/server/src/platform/db/numbered-page.ts";
import { type Filter, type ListCase, PAGE } from "./list-cases.ts";

interface Explained {
  readonly "QUERY PLAN": readonly { Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } }[];
}

export interface BufferCounter {
  /** Pages read for the rows of one list page, and for finding its position. */
  readonly count: (list: ListCase, filter: Filter, offset: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

export const openBufferCounter = (url: string): BufferCounter => {
  const { pool, close } = createDatabase({ url, poolSize: 1, applicationName: "dailies-bench" });
  let buffers = 0;
  const watch = (client: Awaited<ReturnType<PostgresPool["connect"]>>): PostgresPoolClient => {
    const query = async (text: string, values: readonly unknown[]) => {
      const { rows } = await client.query<Explained>(`explain (analyze, buffers, format json) ${text}`, [...values]);
      const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
      buffers += (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
      return client.query(text, [...values]);
    };
    return { query, release: () => client.release() } as PostgresPoolClient;
  };
  const watched: PostgresPool = {
    options: pool.options,
    connect: async () => watch((await pool.connect()) as unknown as PostgresPoolClient),
    end: async () => undefined,
  };
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: watched }) });
  return {
    count: async (list, filter, offset) => {
      buffers = 0;
      await readPage(db, list, filter, offset);
      return buffers;
    },
    close,
  };
};

const readPage = async (db: Db, { isHistory }: ListCase, filter: Filter, offset: number): Promise<void> => {
  const query = { offset, limit: PAGE };
  if (isHistory) {
    const { list, span } = await findSpan(db, { ...filter, opType: filter.type, userName: filter.operator });
    await readNumberedPage(span, query, (numbers) => listOperationRows(db, list, numbers));
  } else {
    const account = BigInt(filter.account ?? 0);
    const span = await findMovementSpan(db, account, filter);
    await readNumberedPage(span, query, (numbers) => listMovements(db, account, numbers));
  }
};
