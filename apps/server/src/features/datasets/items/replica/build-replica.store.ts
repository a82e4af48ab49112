import { stat } from "node:fs/promises";
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBType,
  INTEGER,
  VARCHAR,
} from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import type { Table } from "@lancedb/lancedb";
import type { RecordBatch } from "apache-arrow";
import { chooseReplicaColumns } from "./choose-replica-columns.ts";
import { fillVector } from "./fill-vector.ts";
import { deriveColumns, type ReplicaColumn, type ReplicaStats, type ReplicaType } from "./replica-columns.ts";
import {
  REPLICA_FORMAT,
  type ReplicaAbout,
  type ReplicaInput,
  ReplicaTooLarge,
  removeReplica,
  SEALED_OPTIONS,
} from "./replica-file.ts";

const TYPES: Readonly<Record<ReplicaType, DuckDBType>> = { BIGINT, BOOLEAN, DOUBLE, INTEGER, VARCHAR };
const CHUNK_ROWS = 2_048;
const LOOK_AT_SIZE_EVERY_ROWS = 1_000_000;

/** Builds the replica in a new file, and removes the file on failure. */
export const buildReplica = async (
  table: Table,
  path: string,
  input: ReplicaInput,
  signal?: AbortSignal,
): Promise<ReplicaAbout> => {
  const columns = chooseReplicaColumns((await table.schema()).fields, input.columns);
  const memory = { threads: `${input.threads}`, memory_limit: `${Math.ceil(input.memoryBytes / 1024 ** 2)}MiB` };
  const instance = await DuckDBInstance.create(path, { ...SEALED_OPTIONS, ...memory });
  try {
    const connection = await instance.connect();
    try {
      const about = await copyInto(connection, { table, path, columns, input, signal });
      await connection.run("checkpoint");
      return about;
    } finally {
      connection.closeSync();
    }
  } catch (error) {
    instance.closeSync();
    await removeReplica(path);
    throw error;
  } finally {
    instance.closeSync();
  }
};

interface Copying {
  readonly table: Table;
  readonly path: string;
  readonly columns: readonly ReplicaColumn[];
  readonly input: ReplicaInput;
  readonly signal: AbortSignal | undefined;
}

const copyInto = async (connection: DuckDBConnection, copying: Copying): Promise<ReplicaAbout> => {
  const { columns } = copying;
  const list = columns.map(({ id, type }) => `${id} ${type}`).join(", ");
  await connection.run(`create table items (${list})`);
  await connection.run("create table about (said varchar)");
  const appender = await connection.createAppender("items");
  const rows = await appendAll(appender, copying);
  appender.closeSync();
  const stats = await measureColumns(connection, [...columns, ...deriveColumns(columns)], rows);
  const about: ReplicaAbout = { format: REPLICA_FORMAT, rows, columns, stats };
  await connection.run("insert into about values ($1::varchar)", [JSON.stringify(about)]);
  return about;
};

const appendAll = async (
  appender: DuckDBAppender,
  { table, path, columns, input, signal }: Copying,
): Promise<number> => {
  const query = table.query().select(["ordinal", ...columns.map(({ name }) => name)]);
  if (input.maxRows !== undefined) query.limit(input.maxRows);
  const chunk = DuckDBDataChunk.create(columns.map(({ type }) => TYPES[type]));
  let rows = 0;
  let lookedAt = 0;
  // LanceDB bundles its own copy of the Arrow classes, with the same structure.
  for await (const batch of query as unknown as AsyncIterable<RecordBatch>) {
    signal?.throwIfAborted();
    checkOrder(batch, rows);
    appendBatch(appender, chunk, columns, batch);
    rows += batch.numRows;
    if (rows - lookedAt < LOOK_AT_SIZE_EVERY_ROWS) continue;
    lookedAt = rows;
    if ((await stat(path)).size > input.maxBytes) throw new ReplicaTooLarge();
  }
  return rows;
};

/** Pagination relies on it: the row number in the replica is the ordinal of the item. */
const checkOrder = (batch: RecordBatch, before: number): void => {
  const ordinals = batch.getChild("ordinal")?.data[0]?.values as BigInt64Array | undefined;
  const last = before + batch.numRows - 1;
  if (!ordinals || Number(ordinals[0]) !== before || Number(ordinals[batch.numRows - 1]) !== last)
    throw new Error(`rows from ${before} are not in the order of their ordinals`);
};

const appendBatch = (
  appender: DuckDBAppender,
  chunk: DuckDBDataChunk,
  columns: readonly ReplicaColumn[],
  batch: RecordBatch,
): void => {
  for (let start = 0; start < batch.numRows; start += CHUNK_ROWS) {
    const count = Math.min(CHUNK_ROWS, batch.numRows - start);
    chunk.reset();
    for (const [index, { name, type }] of columns.entries()) {
      const data = batch.getChild(name)?.data[0];
      if (!data) throw new Error(`the column ${name} is gone`);
      fillVector(duckdb.data_chunk_get_vector(chunk.chunk, index), type, { data, start, count });
    }
    chunk.rowCount = count;
    appender.appendDataChunk(chunk);
  }
};

const isNumeric = ({ type }: ReplicaColumn): boolean => type !== "VARCHAR" && type !== "BOOLEAN";

export const measureColumns = async (
  connection: DuckDBConnection,
  columns: readonly ReplicaColumn[],
  rows: number,
): Promise<ReplicaStats[]> => {
  const stats: ReplicaStats[] = [];
  for (const column of columns) {
    const ends = isNumeric(column) ? `min(${column.id})::double, max(${column.id})::double` : "null, null";
    const sql = `select count(${column.id}), approx_count_distinct(${column.id}), ${ends} from items`;
    const [row = []] = (await connection.runAndReadAll(sql)).getRows();
    const [present, distinct, min, max] = row.map((value) => (value === null ? null : Number(value)));
    stats.push({ nulls: rows - (present ?? 0), distinct: distinct ?? 0, min: min ?? null, max: max ?? null });
  }
  return stats;
};
