import { join } from "node:path";
import type { PackageComparison } from "@dailies/contract";
import {
  BIGINT,
  DOUBLE,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBValue,
  VARCHAR,
} from "@duckdb/node-api";
import { MAX_LISTED_KEYS, sharedEdges } from "./comparison.rules.ts";
import type { ClipList, ComparedListsOptions, ComparedResult, ComparedSample, Side } from "./list-calls.ts";

type Result = NonNullable<PackageComparison["result"]>;

/** The lists in the process that computes. */
interface OpenedLists {
  readonly append: (side: Side, samples: readonly ComparedSample[]) => void;
  readonly compare: () => Promise<ComparedResult>;
  readonly durationOf: (side: Side) => Promise<number | null>;
}

const CHUNK_ROWS = 2_048;
const DURATION = "duration_s";
/** Names of measures are those of people's columns, so the tables number them. */
const columnOf = (at: number): string => `m${at}`;
const TABLES: Readonly<Record<Side, string>> = { package: "here", against: "there" };

/** Two item lists in a DuckDB file, which computes with bounded memory and reads no other file. */
export const openComparedLists = async (options: ComparedListsOptions): Promise<OpenedLists> => {
  const instance = await DuckDBInstance.create(join(options.folder, "lists.duckdb"), {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    threads: `${options.threads}`,
    memory_limit: `${Math.ceil(options.memoryBytes / 1024 ** 2)}MiB`,
    temp_directory: join(options.folder, "spill"),
  });
  const connection = await instance.connect();
  const { measures } = options;
  const columns = [
    "place bigint",
    "key varchar",
    "ordinal bigint",
    "fingerprint bigint",
    ...measures.map((_, at) => `${columnOf(at)} double`),
  ];
  for (const table of Object.values(TABLES)) await connection.run(`create table ${table} (${columns.join(", ")})`);
  const appenders = {
    package: await connection.createAppender(TABLES.package),
    against: await connection.createAppender(TABLES.against),
  };
  const places: Record<Side, number> = { package: 0, against: 0 };
  const chunk = DuckDBDataChunk.create([BIGINT, VARCHAR, BIGINT, BIGINT, ...measures.map(() => DOUBLE)]);
  return {
    append: (side, samples) => {
      for (let from = 0; from < samples.length; from += CHUNK_ROWS) {
        const rows = samples.slice(from, from + CHUNK_ROWS);
        chunk.reset();
        chunk.setColumns([
          rows.map((_, at) => BigInt(places[side] + at)),
          rows.map(({ key }) => key),
          rows.map(({ ordinal }) => BigInt(ordinal)),
          rows.map(({ fingerprint }) => fingerprint),
          ...measures.map((_, at) => rows.map((row) => row.measures[at] ?? null)),
        ]);
        appenders[side].appendDataChunk(chunk);
        places[side] += rows.length;
      }
    },
    compare: async () => {
      appenders.package.closeSync();
      appenders.against.closeSync();
      const keys = await compareKeys(connection, options.listed);
      const histograms: Result["histograms"] = [];
      for (const [at, field] of measures.entries()) {
        const histogram = await compareMeasure(connection, columnOf(at));
        if (histogram) histograms.push({ field, ...histogram });
      }
      return { ...keys, histograms };
    },
    durationOf: async (side) => {
      const at = measures.indexOf(DURATION);
      if (at < 0) return null;
      const [[durationS] = []] = await readRows(connection, `select sum(${columnOf(at)}) from ${TABLES[side]}`);
      return typeof durationS === "number" ? durationS : null;
    },
  };
};

const readRows = async (connection: DuckDBConnection, sql: string): Promise<DuckDBValue[][]> =>
  (await connection.runAndReadAll(sql)).getRows();

/** Keys may occur more than once: the first ones are compared with each other, then the second ones, and so on. */
const numbered = (table: string): string =>
  `select place, key, ordinal, fingerprint, row_number() over (partition by key order by place) as nth from ${table}`;

const compareKeys = async (
  connection: DuckDBConnection,
  listed: ComparedListsOptions["listed"],
): Promise<Omit<ComparedResult, "histograms">> => {
  await connection.run(`create table compared as
    select coalesce(a.key, b.key) as key, coalesce(a.ordinal, b.ordinal) as ordinal, a.place as here_place, b.place as there_place,
      case when b.key is null then 'added' when a.key is null then 'removed'
        when a.fingerprint = b.fingerprint then 'same' else 'changed' end as kind
    from (${numbered("here")}) a full join (${numbered("there")}) b on a.key = b.key and a.nth = b.nth`);
  const counts = new Map(
    (await readRows(connection, "select kind, count(*) from compared group by kind")).map(
      ([kind, items]) => [String(kind), Number(items)] as const,
    ),
  );
  const clipList = async (kind: string, place: string): Promise<ClipList> => {
    const order = listed === "first" ? place : `hash(key), ${place}`;
    const sql = `select key, ordinal from compared where kind = '${kind}' order by ${order} limit ${MAX_LISTED_KEYS}`;
    const clips = (await readRows(connection, sql)).map(([key, ordinal]) => ({
      key: String(key),
      ordinal: Number(ordinal),
    }));
    return { items: counts.get(kind) ?? 0, clips };
  };
  return {
    same: counts.get("same") ?? 0,
    added: await clipList("added", "here_place"),
    removed: await clipList("removed", "there_place"),
    changed: await clipList("changed", "here_place"),
  };
};

/** Undefined when a package does not have the measure. */
const compareMeasure = async (
  connection: DuckDBConnection,
  field: string,
): Promise<Omit<Result["histograms"][number], "field"> | undefined> => {
  const ends = (table: string): string => `select min(${field}), max(${field}), count(${field}) from ${table}`;
  const [here = [], there = []] = await readRows(connection, `${ends("here")} union all ${ends("there")}`);
  if (Number(here[2]) === 0 || Number(there[2]) === 0) return undefined;
  const edges = sharedEdges(Math.min(Number(here[0]), Number(there[0])), Math.max(Number(here[1]), Number(there[1])));
  const values = `select ${field} as v, 1 as h, 0 as t from here where ${field} is not null
    union all select ${field}, 0, 1 from there where ${field} is not null`;
  const inner = edges.slice(1, -1);
  const bin = inner.length === 0 ? "0" : inner.map((edge) => `(v >= ${edge})::int`).join(" + ");
  const counted = await readRows(
    connection,
    `select ${bin} as bin, sum(h), sum(t) from (${values}) group by bin order by bin`,
  );
  const counts = edges.slice(1).map(() => 0);
  const againstCounts = [...counts];
  for (const [at, h, t] of counted) {
    counts[Number(at)] = Number(h);
    againstCounts[Number(at)] = Number(t);
  }
  // Kolmogorov–Smirnov: the largest difference between the two shares of samples up to a value, over all values.
  const [[distance] = []] = await readRows(
    connection,
    `select max(abs(h / ${here[2]}::double - t / ${there[2]}::double)) from (
      select sum(h) over (order by v) as h, sum(t) over (order by v) as t
      from (select v, sum(h) as h, sum(t) as t from (${values}) group by v))`,
  );
  return { edges, counts, against_counts: againstCounts, distance: Math.min(1, Math.max(0, Number(distance))) };
};
