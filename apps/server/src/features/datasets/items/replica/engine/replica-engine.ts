import { DomainError } from "../../../../../errors.ts";
import { newId } from "../../../../../platform/ids.ts";
import type { CalledProcesses } from "../../../../../platform/processes/called-processes.ts";
import type { PackedChunk, PackedColumn } from "../../packing/packed-chunk.ts";
import { LOST_FILE, type ReplicaAbout, UnreadableReplica } from "../replica-file.ts";
import {
  type EngineOptions,
  engineCalls,
  type QueryInput,
  type QueryValue,
  type ReplicaQuery,
} from "./engine-calls.ts";

export interface ReplicaEngine {
  /** Attaches the file under a name; throws UnreadableReplica if the file is at fault. */
  readonly attach: (name: string, path: string) => Promise<ReplicaAbout>;
  readonly detach: (name: string) => Promise<void>;
  readonly ask: (query: ReplicaQuery, signal: AbortSignal) => Promise<QueryValue[][]>;
  /** Returns the first result column as integers. */
  readonly askNumbers: (query: ReplicaQuery, signal: AbortSignal) => Promise<Uint32Array>;
  /** Yields batches of a few thousand rows. */
  readonly stream: (query: ReplicaQuery, signal: AbortSignal) => AsyncGenerator<QueryValue[][]>;
  /** The same as columns, for work on millions of rows. */
  readonly streamPacked: (
    query: ReplicaQuery,
    columns: readonly PackedColumn[],
    signal: AbortSignal,
  ) => AsyncGenerator<PackedChunk>;
  readonly close: () => Promise<void>;
}

interface ReplicaEngineOptions extends EngineOptions {
  readonly processes: CalledProcesses;
  /** The file of this name was removed, which a new process noticed. */
  readonly onLost: (name: string) => void;
}

/** Values are bound and columns are generated, so the text of a statement names exactly the files that it reads. */
const FILE_NAMES = /\b([lk]\d+)\.(?:items|about)\b/g;

/** DuckDB in a process of its own, over all replicas, so that threads and memory have one limit. */
export const openReplicaEngine = ({ processes, onLost, ...options }: ReplicaEngineOptions): ReplicaEngine => {
  const engine = { ...options, engineId: newId() };
  const attached = new Map<string, string>();
  const queryInput = (query: ReplicaQuery): QueryInput => {
    const names = new Set(Array.from(query.sql.matchAll(FILE_NAMES), ([, name = ""]) => name));
    const files = [...names].flatMap((name) => {
      const path = attached.get(name);
      return path === undefined ? [] : [{ name, path }];
    });
    return { ...engine, query, files };
  };
  const orLost = (error: unknown): unknown => {
    if (!(error instanceof Error) || error.name !== LOST_FILE) return error;
    attached.delete(error.message);
    onLost(error.message);
    return new DomainError("unavailable", "the copy of this dataset was removed meanwhile; try again", {
      retryAfterS: 2,
    });
  };
  async function* withLost<T>(parts: AsyncGenerator<T>): AsyncGenerator<T> {
    try {
      yield* parts;
    } catch (error) {
      throw orLost(error);
    }
  }
  return {
    attach: async (name, path) => {
      const about = await processes.call(engineCalls.attach, { ...engine, name, path });
      if ("unreadable" in about)
        throw new UnreadableReplica("this copy cannot be read", { cause: new Error(about.unreadable) });
      attached.set(name, path);
      return about;
    },
    detach: async (name) => {
      attached.delete(name);
      if (processes.pids().length > 0) await processes.call(engineCalls.detach, { ...engine, name });
    },
    ask: (query, signal) =>
      processes
        .call(engineCalls.ask, queryInput(query), signal)
        .catch((error: unknown) => Promise.reject(orLost(error))),
    askNumbers: (query, signal) =>
      processes
        .call(engineCalls.askNumbers, queryInput(query), signal)
        .catch((error: unknown) => Promise.reject(orLost(error))),
    stream: (query, signal) => withLost(processes.stream(engineCalls.stream, queryInput(query), signal)),
    streamPacked: (query, columns, signal) =>
      withLost(processes.stream(engineCalls.streamPacked, { ...queryInput(query), columns }, signal)),
    close: async () => {
      if (processes.pids().length > 0) await processes.call(engineCalls.close, { engineId: engine.engineId });
    },
  };
};
