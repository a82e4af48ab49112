import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBResultReader,
  type DuckDBType,
  type DuckDBValue,
  VARCHAR,
} from "@duckdb/node-api";
import { makeOwnFolder } from "../../../../../platform/own-folder.ts";
import { isAlive } from "../../../../../platform/processes/process-state.ts";
import type { BoundValue } from "../../query/compile-predicate.ts";
import { LOST_FILE, REPLICA_FORMAT, type ReplicaAbout, SEALED_OPTIONS, UnreadableReplica } from "../replica-file.ts";
import type { EngineOptions, NamedFile, QueryValue, ReplicaQuery } from "./engine-calls.ts";
import { gatherNumbers } from "./gather-numbers.ts";

export interface DuckDbEngine {
  /** Attaches the file under a name; throws UnreadableReplica if the file is at fault. */
  readonly attach: (file: NamedFile) => Promise<ReplicaAbout>;
  /** Attaches those that are not: this process may be a new one. */
  readonly attachMissing: (files: readonly NamedFile[]) => Promise<void>;
  readonly detach: (name: string) => Promise<void>;
  readonly ask: (query: ReplicaQuery, signal: AbortSignal) => Promise<QueryValue[][]>;
  /** Returns the first result column as integers. */
  readonly askNumbers: (query: ReplicaQuery, signal: AbortSignal) => Promise<Uint32Array>;
  /** Yields batches of a few thousand rows. */
  readonly stream: (query: ReplicaQuery, signal: AbortSignal) => AsyncGenerator<QueryValue[][]>;
  /** The same as columns in raw memory, for work on millions of rows. */
  readonly streamChunks: (query: ReplicaQuery, signal: AbortSignal) => AsyncGenerator<DuckDBDataChunk>;
  readonly close: () => Promise<void>;
}

const INSIST_MS = 100;
const TYPES: Readonly<Record<BoundValue["type"], DuckDBType>> = { BIGINT, BOOLEAN, DOUBLE, VARCHAR };

/** One DuckDB instance for all replicas, so that threads and memory have one limit. It can read nothing else. */
export const openDuckDbEngine = async ({ folder, threads, memoryBytes }: EngineOptions): Promise<DuckDbEngine> => {
  await makeOwnFolder(folder);
  const instance = await DuckDBInstance.create(":memory:", {
    ...SEALED_OPTIONS,
    threads: `${threads}`,
    memory_limit: `${Math.ceil(memoryBytes / 1024 ** 2)}MiB`,
    preserve_insertion_order: "true",
    temp_directory: await prepareSpillFolder(folder),
    max_temp_directory_size: `${Math.ceil((4 * memoryBytes) / 1024 ** 2)}MiB`,
  });
  await seal(instance, folder);
  const free: DuckDBConnection[] = [];
  const attached = new Map<string, Promise<ReplicaAbout>>();

  const withConnection = async <T>(act: (connection: DuckDBConnection) => Promise<T>): Promise<T> => {
    const connection = free.pop() ?? (await instance.connect());
    try {
      return await act(connection);
    } finally {
      free.push(connection);
    }
  };
  const attach = ({ name, path }: NamedFile): Promise<ReplicaAbout> => {
    const done = withConnection(async (connection) => {
      try {
        await connection.run(`attach ${quoteText(path)} as ${name} (read_only)`);
        return await readAbout(connection, name);
      } catch (error) {
        await detach(connection, name);
        throw blamesFile(error) ? new UnreadableReplica("this copy cannot be read", { cause: error }) : error;
      }
    });
    attached.set(name, done);
    done.catch(() => attached.delete(name));
    return done;
  };
  const read = (query: ReplicaQuery, signal: AbortSignal) =>
    withConnection((connection) => runUnless(connection, query, signal));
  return {
    attach,
    attachMissing: async (files) => {
      for (const file of files) {
        try {
          await (attached.get(file.name) ?? attach(file));
        } catch (error) {
          throw isLost(error) ? Object.assign(new Error(file.name), { name: LOST_FILE }) : error;
        }
      }
    },
    detach: async (name) => {
      attached.delete(name);
      await withConnection((connection) => detach(connection, name));
    },
    ask: async (query, signal) => (await read(query, signal)).getRows() as QueryValue[][],
    askNumbers: async (query, signal) => withConnection((connection) => streamNumbers(connection, query, signal)),
    stream: (query, signal) => streamBatches(instance, query, signal),
    streamChunks: (query, signal) => streamChunks(instance, query, signal),
    close: async () => {
      for (const connection of free.splice(0)) connection.closeSync();
      instance.closeSync();
    },
  };
};

const detach = async (connection: DuckDBConnection, name: string): Promise<void> => {
  await connection.run(`detach database if exists ${name}`);
};

const readAbout = async (connection: DuckDBConnection, name: string): Promise<ReplicaAbout> => {
  const reader = await connection.runAndReadAll(`select said from ${name}.about`);
  const about = JSON.parse(String(reader.getRows()[0]?.[0])) as ReplicaAbout;
  if (about.format !== REPLICA_FORMAT) throw new UnreadableReplica(`this copy is of form ${about.format}`);
  return about;
};

/** Engine errors are transient; an unreadable file stays unreadable. */
const ENGINE_FAULT = /^(?:Out of Memory|Interrupt|Binder|Connection) Error|Cannot open file/i;
const blamesFile = (error: unknown): boolean => !(error instanceof Error && ENGINE_FAULT.test(error.message));

const isLost = (error: unknown): boolean =>
  error instanceof UnreadableReplica || (error instanceof Error && /Cannot open file/i.test(error.message));

const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** From here on, no statement can open files outside the folder, load extensions or change settings. */
const seal = async (instance: DuckDBInstance, folder: string): Promise<void> => {
  const connection = await instance.connect();
  await connection.run(`set allowed_directories = [${quoteText(folder)}]`);
  await connection.run("set enable_external_access = false");
  await connection.run("set lock_configuration = true");
  connection.closeSync();
};

const bind = ({ values }: ReplicaQuery): { values: DuckDBValue[]; types: DuckDBType[] } => ({
  values: values.map(({ type, value }) => (type === "BIGINT" ? BigInt(value as number) : value)),
  types: values.map(({ type }) => TYPES[type]),
});

/** Interrupts the query when the signal fires: client disconnect or deadline. */
const interruptible = async <T>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  act: () => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted();
  let insisting: NodeJS.Timeout | undefined;
  const stop = (): void => {
    connection.interrupt();
    // A query that has not quite started misses the first interrupt.
    insisting ??= setInterval(() => connection.interrupt(), INSIST_MS);
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await act();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    clearInterval(insisting);
    signal.removeEventListener("abort", stop);
  }
};

const runUnless = (
  connection: DuckDBConnection,
  query: ReplicaQuery,
  signal: AbortSignal,
): Promise<DuckDBResultReader> =>
  interruptible(connection, signal, () => {
    const { values, types } = bind(query);
    return connection.runAndReadAll(query.sql, values, types);
  });

const streamNumbers = (connection: DuckDBConnection, query: ReplicaQuery, signal: AbortSignal): Promise<Uint32Array> =>
  interruptible(connection, signal, async () => {
    const { values, types } = bind(query);
    const result = await connection.run(query.sql, values, types);
    const pieces = await result.fetchAllChunks();
    return gatherNumbers(pieces.map((piece) => ({ chunk: piece.chunk, rows: piece.rowCount })));
  });

const BATCH_ROWS = 20_000;

async function* streamBatches(
  instance: DuckDBInstance,
  query: ReplicaQuery,
  signal: AbortSignal,
): AsyncGenerator<QueryValue[][]> {
  let batch: QueryValue[][] = [];
  for await (const chunk of streamChunks(instance, query, signal)) {
    batch = batch.concat(chunk.getRows() as QueryValue[][]);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Uses a separate connection, for full scans. */
async function* streamChunks(
  instance: DuckDBInstance,
  query: ReplicaQuery,
  signal: AbortSignal,
): AsyncGenerator<DuckDBDataChunk> {
  const connection = await instance.connect();
  const stop = (): void => connection.interrupt();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const { values, types } = bind(query);
    for await (const chunk of await connection.stream(query.sql, values, types)) {
      signal.throwIfAborted();
      yield chunk;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    connection.closeSync();
  }
}

const SPILL = /^spill\.(\d+)\.\d+$/;
let spillFolders = 0;

/** A name for what does not fit into memory. Removes what processes that were killed have left. */
const prepareSpillFolder = async (folder: string): Promise<string> => {
  for (const name of await readdir(folder)) {
    const pid = Number(SPILL.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true });
  }
  spillFolders += 1;
  return join(folder, `spill.${process.pid}.${spillFolders}`);
};
