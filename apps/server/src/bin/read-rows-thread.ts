import { readRows } from "../features/benchmarks/rows/read-rows.rules.ts";
import type { RowText } from "../features/benchmarks/rows/row-reader.ts";
import { answerThread } from "../platform/concurrency/answer-thread.ts";

answerThread(({ format, text }: RowText) => ({ answer: readRows(format, text), transfer: [] }));
