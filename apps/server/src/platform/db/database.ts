import { MESSAGES } from "@dailies/contract";
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from "kysely";
import { type CustomTypesConfig, Pool, type PoolClient, types } from "pg";
import { DomainError } from "../../errors.ts";
import type { Log } from "../observability/log.ts";
import { ConnectionShares } from "./connection-shares.ts";
import type { DB } from "./database.types.ts";
import { askPrepared } from "./prepared-statements.ts";

/** A pooled connection or a transaction: for reads and single-statement writes. */
export type Db = Kysely<DB>;

/** An open transaction: functions that take it write more than once or lock rows for the caller. */
export type Tx = Transaction<DB>;

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName: string;
  readonly log?: Log;
  /** Waiting longer for a connection is answered with 503. */
  readonly connectTimeoutMs?: number;
  /** For programs that nobody waits for. */
  readonly statementTimeoutMs?: number;
}

export interface Database {
  readonly db: Db;
  readonly pool: Pool;
  readonly close: () => Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 15_000;

// A bigint does not fit a number, and with strings `+` would concatenate.
const exactTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === types.builtins.INT8 && format !== "binary"
      ? (value: string) => BigInt(value)
      : types.getTypeParser(oid, format),
};

export const createDatabase = ({
  url,
  poolSize,
  applicationName,
  log,
  connectTimeoutMs = 2_000,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
}: DatabaseOptions): Database => {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 15_000,
    // Above the server's own timeout: only matters when the server no longer responds at all.
    query_timeout: statementTimeoutMs + 2_000,
    types: exactTypes,
  });
  const noteLoss = (error: Error): void => log?.warn({ err: error }, "database connection lost");
  // Without listeners a lost connection would crash the process; the pool replaces it by itself.
  pool.on("error", noteLoss);
  pool.on("connect", (client) => {
    client.on("error", noteLoss);
    answerUnavailable(client);
  });
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: sharedOut(pool, new ConnectionShares(poolSize)) }),
  });
  return { db, pool, close: () => db.destroy() };
};

/** No available connection, because all are busy or the server is down, is a 503 and not a bug. */
const sharedOut = (pool: Pool, shares: ConnectionShares): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const leave = await shares.enter();
    const client = await pool.connect().catch((error: unknown) => {
      leave();
      return refuse(error);
    });
    return releasing(client, leave);
  },
  end: () => pool.end(),
});

/** The pool gives a client another `release` each time that it is taken. */
const releasing = (client: PoolClient, leave: () => void): PoolClient => {
  const release = client.release.bind(client);
  client.release = (error) => {
    release(error);
    leave();
  };
  return client;
};

/** A connection lost during a query, as in a server restart, and a lock timeout are 503 as well. */
const answerUnavailable = (client: PoolClient): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const guarded = (...args: unknown[]): unknown => {
    const prepared = args.length === 2 ? askPrepared(...(args as [unknown, unknown])) : undefined;
    const answer = prepared ? query(prepared) : query(...args);
    return answer instanceof Promise
      ? answer.catch((error: unknown) => (isPassing(error) ? refuse(error) : Promise.reject(error)))
      : answer;
  };
  Object.assign(client, { query: guarded });
};

const refuse = (cause: unknown): never => {
  throw new DomainError("unavailable", MESSAGES.busy, { cause, retryAfterS: 1 });
};

/** Connection and lock timeouts, server shutdown and startup, and the matching errors of driver and sockets. */
const LOSS_CODES = /^(08\w{3}|55P03|57P0[123]|ECONNRESET|EPIPE|ETIMEDOUT)$/;
const LOSS_WORDS = /^(Connection terminated|Client has encountered a connection error|Query read timeout)/;

const isPassing = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && LOSS_CODES.test(String(error.code))) || LOSS_WORDS.test(error.message));

export const readDatabaseVersion = async (db: Db): Promise<string | null> => {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version.split(" ", 1)[0] ?? null;
};
