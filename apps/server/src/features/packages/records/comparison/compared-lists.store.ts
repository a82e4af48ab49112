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

type Result = NonNullable<PackageComparison["result"]>;

/** What distributions are compared of, as columns of the lists. */
export const MEASURES = ["duration_s", "short_side", "caption_length", "media_bytes"] as const;
export type Measure = (typeof MEASURES)[number];

export interface ComparedSample {
  readonly key: string;
  /** Of everything that the package has of the sample. */
  readonly fingerprint: bigint;
  readonly measures: Readonly<Record<Measure, number | null>>;
}

type Side = "package" | "against";

export interface ComparedLists {
  /** In the order of the package. */
  readonly append: (side: Side, samples: readonly ComparedSample[]) => void;
  readonly compare: () => Promise<Omit<Result, "same_bytes">>;
  readonly close: () => void;
}

const CHUNK_ROWS = 2_048;
const TYPES = [BIGINT, VARCHAR, BIGINT, DOUBLE, DOUBLE, DOUBLE, DOUBLE];
const COLUMNS = `place bigint, key varchar, fingerprint bigint, ${MEASURES.map((name) => `${name} double`).join(", ")}`;
const TABLES: Readonly<Record<Side, string>> = { package: "here", against: "there" };

export interface ComparedListsOptions {
  /** An empty folder for the tables and what does not fit into memory. */
  readonly folder: string;
  readonly memoryBytes: number;
  readonly threads: number;
}

/** Two item lists in a DuckDB file, which computes with bounded memory and reads no other file. */
export const openComparedLists = async (options: ComparedListsOptions): Promise<ComparedLists> => {
  const instance = await DuckDBInstance.create(join(options.folder, "lists.duckdb"), {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    threads: `${options.threads}`,
    memory_limit: `${Math.ceil(options.memoryBytes / 1024 ** 2)}MiB`,
    temp_directory: join(options.folder, "spill"),
  });
  const connection = await instance.connect();
  for (const table of Object.values(TABLES)) await connection.run(`create table ${table} (${COLUMNS})`);
  const appenders = {
    package: await connection.createAppender(TABLES.package),
    against: await connection.createAppender(TABLES.against),
  };
  const places: Record<Side, number> = { package: 0, against: 0 };
  const chunk = DuckDBDataChunk.create(TYPES);
  return {
    append: (side, samples) => {
      for (let from = 0; from < samples.length; from += CHUNK_ROWS) {
        const rows = samples.slice(from, from + CHUNK_ROWS);
        chunk.reset();
        chunk.setColumns([
          rows.map((_, at) => BigInt(places[side] + at)),
          rows.map(({ key }) => key),
          rows.map(({ fingerprint }) => fingerprint),
          ...MEASURES.map((name) => rows.map(({ measures }) => measures[name])),
        ]);
        appenders[side].appendDataChunk(chunk);
        places[side] += rows.length;
      }
    },
    compare: async () => {
      appenders.package.closeSync();
      appenders.against.closeSync();
      const keys = await compareKeys(connection);
      const histograms: Result["histograms"] = [];
      for (const field of MEASURES) {
        const histogram = await compareMeasure(connection, field);
        if (histogram) histograms.push(histogram);
      }
      return { ...keys, histograms };
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
};

const readRows = async (connection: DuckDBConnection, sql: string): Promise<DuckDBValue[][]> =>
  (await connection.runAndReadAll(sql)).getRows();

/** Keys may occur more than once: the first ones are compared with each other, then the second ones, and so on. */
const numbered = (table: string): string =>
  `select place, key, fingerprint, row_number() over (partition by key order by place) as nth from ${table}`;

const compareKeys = async (
  connection: DuckDBConnection,
): Promise<Pick<Result, "same" | "added" | "removed" | "changed">> => {
  await connection.run(`create table compared as
    select coalesce(a.key, b.key) as key, a.place as here_place, b.place as there_place,
      case when b.key is null then 'added' when a.key is null then 'removed'
        when a.fingerprint = b.fingerprint then 'same' else 'changed' end as kind
    from (${numbered("here")}) a full join (${numbered("there")}) b on a.key = b.key and a.nth = b.nth`);
  const counts = new Map(
    (await readRows(connection, "select kind, count(*) from compared group by kind")).map(
      ([kind, items]) => [String(kind), Number(items)] as const,
    ),
  );
  const keyList = async (kind: string, place: string) => {
    const sql = `select key from compared where kind = '${kind}' order by ${place} limit ${MAX_LISTED_KEYS}`;
    return { items: counts.get(kind) ?? 0, keys: (await readRows(connection, sql)).map(([key]) => String(key)) };
  };
  return {
    same: counts.get("same") ?? 0,
    added: await keyList("added", "here_place"),
    removed: await keyList("removed", "there_place"),
    changed: await keyList("changed", "here_place"),
  };
};

/** Undefined when a package does not have the measure. */
const compareMeasure = async (
  connection: DuckDBConnection,
  field: Measure,
): Promise<Result["histograms"][number] | undefined> => {
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
  return { field, edges, counts, against_counts: againstCounts, distance: Math.min(1, Math.max(0, Number(distance))) };
};
