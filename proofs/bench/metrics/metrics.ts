// Every metric against the defect it detects, and the cost of measuring a clip against decoding it alone.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { type Bench, joinRuns, stolenVoids } from "../figures/bench-run.ts";
import { discern } from "./discern.ts";
import { openLaboratory } from "./laboratory.ts";
import { weigh } from "./weigh.ts";

export const benchMetrics: Bench = async ({ isSmoke }) => {
  const folder = await mkdtemp(join(tmpdir(), "dailies-metrics-bench-"));
  await chmod(folder, 0o711);
  const laboratory = openLaboratory(folder);
  const before = machineTime();
  try {
    const untold = await discern(laboratory);
    const told = {
      figures: [{ id: "metrics.untold", value: untold.length }],
      voids: [],
      faults: untold.map((metric) => `${metric} does not tell its own fault`),
    };
    const runs = await weigh(laboratory, isSmoke);
    return joinRuns([told, ...runs], stolenVoids(stolenShare(before)));
  } finally {
    await laboratory.threads.close();
    await rm(folder, { recursive: true });
  }
};
