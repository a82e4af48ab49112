import { parseArgs } from "node:util";
import { plantedLedger, replayLedger, simulateLedger } from "./ledger/ledger.ts";
import { simulateStatistics } from "./statistics/statistics.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    histories: { type: "string", default: "100000" },
    sampled: { type: "string", default: "200" },
    seed: { type: "string", default: "20261115" },
    replay: { type: "string" },
    planted: { type: "boolean", default: false },
    smoke: { type: "boolean", default: false },
    runs: { type: "string", default: "400" },
    part: { type: "string" },
  },
});

const size = {
  seed: Number(values.seed),
  histories: values.smoke ? 3_000 : Number(values.histories),
  sampled: values.smoke ? 20 : Number(values.sampled),
  plantedWithin: 2_000,
};

const runLedger = (): Promise<boolean> => {
  if (values.replay !== undefined) return replayLedger(Number(values.replay));
  return values.planted ? plantedLedger(size) : simulateLedger(size);
};

const runStatistics = (): Promise<boolean> =>
  simulateStatistics({
    seed: size.seed,
    runs: values.smoke ? 60 : Number(values.runs),
    isSmoke: values.smoke,
    part: values.part,
  });

const SIMULATIONS = { ledger: runLedger, statistics: runStatistics };

const run = (): Promise<boolean> => {
  const [, simulate] = Object.entries(SIMULATIONS).find(([name]) => name === positionals[0]) ?? [];
  if (!simulate) throw new Error(`there is no such simulation; there are ${Object.keys(SIMULATIONS).join(" and ")}`);
  return simulate();
};

process.exitCode = (await run()) ? 0 : 1;
