// Every metric against the fault it is there for, and what measuring a clip costs against decoding it alone.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { machineTime, stolenShare } from "../cpu-time.ts";
import { discern } from "./discern.ts";
import { openLaboratory } from "./laboratory.ts";
import { weigh } from "./weigh.ts";

export const benchMetrics = async (isSmoke: boolean): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), "dailies-metrics-bench-"));
  await chmod(folder, 0o711);
  const laboratory = openLaboratory(folder);
  const before = machineTime();
  try {
    const areAllTold = await discern(laboratory);
    const isEven = await weigh(laboratory, isSmoke);
    const stolen = stolenShare(before);
    const isValid = isEven && stolen <= 0.05;
    process.stdout.write(
      `  stolen ${(stolen * 100).toFixed(1)} %: the times are ${isValid ? "valid" : "VOID (a gate was missed)"}\n`,
    );
    return areAllTold && (isSmoke || isValid);
  } finally {
    await laboratory.threads.close();
    await rm(folder, { recursive: true });
  }
};
