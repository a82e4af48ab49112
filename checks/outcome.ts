/** Result of one check. `note` is the key number, printed even on success. */
export interface Outcome {
  readonly note: string;
  readonly faults: readonly string[];
}

export type Check = () => Outcome | Promise<Outcome>;

export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Runs one check on its own, as `node checks/<name>.ts` does. */
export const report = async (name: string, check: Check): Promise<void> => {
  const { note, faults } = await check();
  for (const fault of faults) print(fault);
  print(`${name}: ${faults.length === 0 ? "ok" : "FAILED"}, ${note}`);
  if (faults.length > 0) process.exitCode = 1;
};
