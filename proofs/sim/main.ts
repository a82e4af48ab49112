import { parseArgs } from "node:util";
import { plantedLedger, replayLedger, simulateLedger } from "./ledger/ledger.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    histories: { type: "string", default: "100000" },
    sampled: { type: "string", default: "200" },
    seed: { type: "string", default: "20261115" },
    replay: { type: "string" },
    planted: { type: "boolean", default: false },
    smoke: { type: "boolean", default: false },
  },
});

const size = {
  seed: Number(values.seed),
  histories: values.smoke ? 3_000 : Number(values.histories),
  sampled: values.smoke ? 20 : Number(values.sampled),
  plantedWithin: 2_000,
};

const run = (): Promise<boolean> => {
  if (positionals[0] !== "ledger") throw new Error("there is no such simulation; there is ledger");
  if (values.replay !== undefined) return replayLedger(Number(values.replay));
  return values.planted ? plantedLedger(size) : simulateLedger(size);
};

process.exitCode = (await run()) ? 0 : 1;
