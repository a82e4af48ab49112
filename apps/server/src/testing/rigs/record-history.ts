import { writeFile } from "node:fs/promises";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { readConfig } from "../../config.ts";
import { createTemporal } from "../../platform/temporal/temporal.ts";
import { testEnvironment } from "../environment.ts";

const [workflowId, outFile] = process.argv.slice(2);
if (!workflowId || !outFile) throw new Error("usage: record-history WORKFLOW_ID FILE");

const temporal = createTemporal(readConfig(testEnvironment()).temporal);
const history = await (await temporal.client()).workflow.getHandle(workflowId).fetchHistory();
await temporal.close();

// Identity and working directory of the worker do not matter for a replay.
const withoutMachine = (key: string, value: unknown): unknown => {
  if (key === "identity") return "recorded";
  if (key === "stackTrace") return "";
  return typeof value === "string" && /^\d+@/.test(value) ? "recorded-sticky-queue" : value;
};
const events: unknown = JSON.parse(historyToJSON(history));
await writeFile(outFile, `${JSON.stringify(events, withoutMachine, 2)}\n`);
