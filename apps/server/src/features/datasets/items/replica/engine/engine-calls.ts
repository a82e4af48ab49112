import type { DatasetColumn } from "@dailies/contract";
import type { SharedTable } from "../../../../../platform/lance/open-shared-table.ts";
import { defineCall, defineStream } from "../../../../../platform/processes/calls.ts";
import type { PackedChunk, PackedColumn } from "../../packing/packed-chunk.ts";
import type { BoundValue } from "../../query/compile-predicate.ts";
import type { ReplicaAbout, ReplicaInput } from "../replica-file.ts";

/** A value as DuckDB returns it. */
export type QueryValue = null | boolean | number | bigint | string | { readonly items: readonly QueryValue[] };

/** A statement with its bound parameters. */
export interface ReplicaQuery {
  readonly sql: string;
  readonly values: readonly BoundValue[];
}

export interface EngineOptions {
  readonly folder: string;
  readonly threads: number;
  readonly memoryBytes: number;
}

/** A database file and the name under which statements read it. */
export interface NamedFile {
  readonly name: string;
  readonly path: string;
}

interface EngineInput extends EngineOptions {
  /** Of the registry that asks: two of them may use the same names. */
  readonly engineId: string;
}

/** Complete, so that any process can answer it, whichever was asked before. */
export interface QueryInput extends EngineInput {
  readonly query: ReplicaQuery;
  /** What the statement reads. */
  readonly files: readonly NamedFile[];
}

export interface BuildInput {
  readonly table: SharedTable;
  readonly path: string;
  readonly input: ReplicaInput;
}

export interface ColumnSetInput {
  readonly parquetPath: string;
  readonly path: string;
  readonly columns: readonly DatasetColumn[];
  readonly threads: number;
  readonly memoryBytes: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Each running query occupies one of the runtime's four shared threads. One place is always left for somebody else. */
export const ASKS = {
  running: 3,
  waiting: 200,
  ofOnePerson: { running: 2, waiting: 100 },
  timeMs: 30 * MINUTE_MS,
  graceMs: 20_000,
};
/** Bounded by the slots of the workers that read them. */
const STREAMS = { running: 32, waiting: 0, timeMs: HOUR_MS, graceMs: 20_000 };
const BUILDS = {
  running: 2,
  waiting: 100,
  ofOnePerson: { running: 2, waiting: 50 },
  timeMs: 12 * HOUR_MS,
  graceMs: 2 * MINUTE_MS,
};
const SETS = {
  running: 1,
  waiting: 100,
  ofOnePerson: { running: 1, waiting: 50 },
  timeMs: HOUR_MS,
  graceMs: 20_000,
};

/** What is asked about replicas: files that DuckDB makes and reads. */
export const engineCalls = {
  attach: defineCall<EngineInput & NamedFile, ReplicaAbout | { readonly unreadable: string }>("engine.attach", ASKS),
  detach: defineCall<EngineInput & Pick<NamedFile, "name">, void>("engine.detach", ASKS),
  ask: defineCall<QueryInput, QueryValue[][]>("engine.ask", ASKS),
  /** The first column as integers. */
  askNumbers: defineCall<QueryInput, Uint32Array>("engine.askNumbers", ASKS),
  stream: defineStream<QueryInput, QueryValue[][]>("engine.stream", STREAMS),
  /** The same as columns, for work on millions of rows. */
  streamPacked: defineStream<QueryInput & { readonly columns: readonly PackedColumn[] }, PackedChunk>(
    "engine.streamPacked",
    STREAMS,
  ),
  close: defineCall<Pick<EngineInput, "engineId">, void>("engine.close", ASKS),
  build: defineCall<BuildInput, ReplicaAbout | { readonly isTooLarge: true }>("engine.build", BUILDS),
  buildColumnSet: defineCall<ColumnSetInput, void>("engine.buildColumnSet", SETS),
};
