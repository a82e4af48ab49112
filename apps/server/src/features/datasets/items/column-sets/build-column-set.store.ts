import type { ColumnType } from "@dailies/contract";
import { DuckDBInstance } from "@duckdb/node-api";
import { measureColumns } from "../replica/build-replica.store.ts";
import type { ColumnSetInput } from "../replica/engine/engine-calls.ts";
import type { ReplicaColumn, ReplicaType } from "../replica/replica-columns.ts";
import { REPLICA_FORMAT, type ReplicaAbout, SEALED_OPTIONS } from "../replica/replica-file.ts";

const TYPES: Partial<Record<ColumnType, ReplicaType>> = { boolean: "BOOLEAN", integer: "BIGINT", number: "DOUBLE" };

const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Builds a file like that of a replica from the Parquet file of a column set. Columns are taken by position. */
export const buildColumnSet = async ({
  parquetPath,
  path,
  columns: described,
  threads,
  memoryBytes,
}: ColumnSetInput): Promise<void> => {
  const columns = described.map(
    ({ name, type }, at): ReplicaColumn => ({ name, id: `c${at}`, type: TYPES[type] ?? "VARCHAR" }),
  );
  const memory = { threads: `${threads}`, memory_limit: `${Math.ceil(memoryBytes / 1024 ** 2)}MiB` };
  const instance = await DuckDBInstance.create(path, { ...SEALED_OPTIONS, ...memory });
  try {
    const connection = await instance.connect();
    const ids = ["ordinal", "key", ...columns.map(({ id }) => id)].join(", ");
    const typed = columns.map(({ id, type }) => `${id}::${type} as ${id}`);
    // Sorted, so that a range of ordinals is found without reading everything.
    await connection.run(`create table items as select ${["ordinal::bigint as ordinal", ...typed].join(", ")}
      from read_parquet(${quoteText(parquetPath)}) as file(${ids}) order by 1`);
    const [[counted, distinct] = []] = (
      await connection.runAndReadAll("select count(*), count(distinct ordinal) from items")
    ).getRows();
    if (counted !== distinct) throw new Error("a column set has an item twice");
    const rows = Number(counted);
    const about: ReplicaAbout = {
      format: REPLICA_FORMAT,
      rows,
      columns,
      stats: await measureColumns(connection, columns, rows),
    };
    await connection.run("create table about (said varchar)");
    await connection.run("insert into about values ($1::varchar)", [JSON.stringify(about)]);
    await connection.run("checkpoint");
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
};
