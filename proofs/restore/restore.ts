// `pnpm proof restore [--smoke] [--movements N] [--cells N] [--history N] [--seed N]`: the restore drill.
import { execFile } from "node:child_process";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { ROOT } from "../chaos/harness/own-engines.ts";
import { restoreDrill } from "./drill.ts";

const FULL = {
  movements: 1_000_000,
  cells: 10_000,
  history: 100_000,
  cellsUnderWay: 60,
  everyS: 30,
  archiveTimeoutS: 20,
};
const SMOKE = {
  movements: 20_000,
  cells: 200,
  history: 2_000,
  cellsUnderWay: 20,
  everyS: 5,
  archiveTimeoutS: 5,
};

export const proveRestore = async (args: readonly string[]): Promise<boolean> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      smoke: { type: "boolean", default: false },
      movements: { type: "string" },
      cells: { type: "string" },
      history: { type: "string" },
      seed: { type: "string", default: "20261119" },
    },
  });
  // Installs pgBackRest, which nothing else needs.
  await promisify(execFile)(path.join(ROOT, "dev"), ["backup-tools"]);
  const usual = values.smoke ? SMOKE : FULL;
  return restoreDrill({
    ...usual,
    movements: Number(values.movements ?? usual.movements),
    cells: Number(values.cells ?? usual.cells),
    history: Number(values.history ?? usual.history),
    seed: Number(values.seed),
  });
};
