import { countOf, type InstallationCheck } from "../../../platform/installation-check.ts";

export interface VerifyReport {
  readonly faults: number;
}

/** More sentences would not be read; all faults are counted. */
const MAX_PRINTED = 50;

/** Runs the checks one after the other and prints one line for each, after the faults that it found. */
export const runChecks = async (
  checks: readonly InstallationCheck[],
  print: (line: string) => void,
): Promise<VerifyReport> => {
  let faults = 0;
  for (const { name, run } of checks) {
    const beganMs = performance.now();
    const found = run();
    let ofCheck = 0;
    let next = await found.next();
    while (!next.done) {
      ofCheck += 1;
      if (ofCheck <= MAX_PRINTED) print(`  WRONG  ${next.value}`);
      next = await found.next();
    }
    if (ofCheck > MAX_PRINTED) print(`  WRONG  and ${ofCheck - MAX_PRINTED} more`);
    const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
    print(`${ofCheck === 0 ? "ok   " : "WRONG"}  ${name}: ${next.value} in ${seconds} s, ${countOf(ofCheck, "fault")}`);
    faults += ofCheck;
  }
  return { faults };
};
