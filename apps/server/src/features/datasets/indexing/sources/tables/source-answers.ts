import type { Answers } from "../../../../../platform/processes/calls.ts";
import { unlessGone } from "../../../../../platform/processes/unless-gone.ts";
import { planLance, readLance } from "./lance-rows.ts";
import { planParquet, readParquet } from "./parquet-groups.ts";
import type { sourceCalls } from "./source-calls.ts";

/** Answers in the query process, where a hostile file can do no more than end it. */
export const openSourceAnswers = (): Answers<typeof sourceCalls> => ({
  planLance: (table, signal) => unlessGone(signal, planLance(table, signal)),
  readLance,
  planParquet,
  readParquet,
});
