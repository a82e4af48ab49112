import { sourceCalls } from "../features/datasets/indexing/sources/tables/source-calls.ts";
import { engineCalls } from "../features/datasets/items/replica/engine/engine-calls.ts";
import { tableCalls } from "../features/datasets/items/tables/table-calls.ts";
import { listCalls } from "../features/packages/records/comparison/list-calls.ts";
import { lanceCalls } from "../features/viewer/sets/lance/lance-calls.ts";
import { parquetCalls } from "../features/viewer/sets/parquet/parquet-calls.ts";
import { bindCalls } from "../platform/processes/calls.ts";
import { describeKnown } from "../platform/processes/known-errors.ts";
import { serveCalls } from "../platform/processes/serve-calls.ts";

// Each is loaded by its first call, so that a process holds only the libraries that it needs.
serveCalls({
  bound: [
    bindCalls(engineCalls, async () => {
      const { openEngineAnswers } = await import("../features/datasets/items/replica/engine/engine-answers.ts");
      return openEngineAnswers();
    }),
    bindCalls(tableCalls, async () => {
      const { openTableAnswers } = await import("../features/datasets/items/tables/table-answers.ts");
      return openTableAnswers();
    }),
    bindCalls(parquetCalls, async () => {
      const { openParquetAnswers } = await import("../features/viewer/sets/parquet/parquet-answers.ts");
      return openParquetAnswers();
    }),
    bindCalls(lanceCalls, async () => {
      const { openLanceAnswers } = await import("../features/viewer/sets/lance/lance-answers.ts");
      return openLanceAnswers();
    }),
    bindCalls(sourceCalls, async () => {
      const { openSourceAnswers } = await import("../features/datasets/indexing/sources/tables/source-answers.ts");
      return openSourceAnswers();
    }),
    bindCalls(listCalls, async () => {
      const { openListAnswers } = await import("../features/packages/records/comparison/list-answers.ts");
      return openListAnswers();
    }),
  ],
  describe: describeKnown,
  niceness: Number(process.argv[2] ?? 0),
});
