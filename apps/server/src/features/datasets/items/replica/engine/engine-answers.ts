import { openSharedTable } from "../../../../../platform/lance/open-shared-table.ts";
import type { Answers } from "../../../../../platform/processes/calls.ts";
import { ReplicaTooLarge, UnreadableReplica } from "../replica-file.ts";
import type { DuckDbEngine } from "./duckdb-engine.store.ts";
import type { EngineOptions, engineCalls, QueryInput } from "./engine-calls.ts";

type EngineAnswers = Answers<typeof engineCalls>;

/** Answers in the query process, which alone loads DuckDB. */
export const openEngineAnswers = (): EngineAnswers => {
  const engines = new Map<string, Promise<DuckDbEngine>>();
  const engineOf = ({ engineId, ...options }: EngineOptions & { readonly engineId: string }): Promise<DuckDbEngine> => {
    const opened = engines.get(engineId) ?? openEngine(options);
    engines.set(engineId, opened);
    opened.catch(() => engines.delete(engineId));
    return opened;
  };
  const engineFor = async (input: QueryInput): Promise<DuckDbEngine> => {
    const engine = await engineOf(input);
    await engine.attachMissing(input.files);
    return engine;
  };
  return {
    attach: async ({ name, path, ...input }) => {
      try {
        return await (await engineOf(input)).attach({ name, path });
      } catch (error) {
        if (error instanceof UnreadableReplica) return { unreadable: String(error.cause) };
        throw error;
      }
    },
    detach: async ({ name, ...input }) => (await engineOf(input)).detach(name),
    ask: async (input, signal) => (await engineFor(input)).ask(input.query, signal),
    askNumbers: async (input, signal) => (await engineFor(input)).askNumbers(input.query, signal),
    stream: async function* (input, signal) {
      yield* (await engineFor(input)).stream(input.query, signal);
    },
    streamPacked: async function* ({ columns, ...input }, signal) {
      const { readPacked } = await import("../../packing/read-vectors.ts");
      const engine = await engineFor(input);
      for await (const chunk of engine.streamChunks(input.query, signal)) yield readPacked(chunk, columns);
    },
    close: async ({ engineId }) => {
      const engine = engines.get(engineId);
      engines.delete(engineId);
      await (await engine)?.close();
    },
    build: async ({ table, path, input }, signal) => {
      const { buildReplica } = await import("../build-replica.store.ts");
      try {
        return await buildReplica(await openSharedTable(table), path, input, signal);
      } catch (error) {
        if (error instanceof ReplicaTooLarge) return { isTooLarge: true };
        throw error;
      }
    },
    buildColumnSet: async (input) => {
      const { buildColumnSet } = await import("../../column-sets/build-column-set.store.ts");
      await buildColumnSet(input);
    },
  };
};

const openEngine = async (options: EngineOptions): Promise<DuckDbEngine> => {
  const { openDuckDbEngine } = await import("./duckdb-engine.store.ts");
  return openDuckDbEngine(options);
};
