import type { Log } from "../../../platform/observability/log.ts";
import type { CalledProcesses } from "../../../platform/processes/called-processes.ts";
import { openQueryProcesses } from "../../../platform/processes/query-processes.ts";

export interface ItemQueriesOptions {
  readonly log: Log;
  readonly queries: {
    /** Of a process that searches or copies items. */
    readonly itemMemoryBytes: number;
  };
}

/** The processes that load DuckDB and LanceDB for item tables and replicas, each started by its first call. */
export interface ItemQueries {
  /** One, so that all searches share its memory and threads. */
  readonly items: CalledProcesses;
  /** For copies of large tables, which take minutes. Their memory is freed when they end. */
  readonly builds: CalledProcesses;
}

const MAX_ANSWER_BYTES = 1024 ** 3;
const BUILDS_AT_ONCE = 2;
const BUILD_IDLE_MS = 1_000;
/** Long, because the first search afterwards waits for a library. */
const ITEMS_IDLE_MS = 30 * 60_000;
/** Requests that need no query come first, then searches. */
const SEARCH_NICENESS = 5;
const BUILD_NICENESS = 10;

export const openItemQueries = ({
  log,
  queries,
}: ItemQueriesOptions): ItemQueries & { readonly close: () => Promise<void> } => {
  const limits = { memoryBytes: queries.itemMemoryBytes, maxAnswerBytes: MAX_ANSWER_BYTES, log };
  const items = openQueryProcesses({
    ...limits,
    name: "items",
    processes: 1,
    idleMs: ITEMS_IDLE_MS,
    niceness: SEARCH_NICENESS,
  });
  const builds = openQueryProcesses({
    ...limits,
    name: "builds",
    processes: BUILDS_AT_ONCE,
    idleMs: BUILD_IDLE_MS,
    niceness: BUILD_NICENESS,
  });
  return {
    items,
    builds,
    close: async () => {
      await Promise.all([items.close(), builds.close()]);
    },
  };
};
