import { type FiguresFile, findFigure, isReached } from "../../../checks/figures/figures-file.ts";
import { formatNumber } from "../../../checks/figures/figures-page.ts";
import type { BenchRun } from "./bench-run.ts";

/** Prints every figure against its goal; returns whether the run is valid and reaches all of them. */
export const concludeFull = (file: FiguresFile, run: BenchRun, print: (line: string) => void): boolean => {
  const missed = run.figures.filter(({ id, value }) => {
    const { goal } = findFigure(file, id);
    return goal !== null && !isReached(goal, value);
  });
  for (const { id, value, interval } of run.figures) {
    const { goal, value: recorded } = findFigure(file, id);
    const range = interval ? ` (90 % ${interval.map(formatNumber).join("–")})` : "";
    const aim = goal === null ? "" : `, goal ${goal.comparison} ${formatNumber(goal.bound)}`;
    const verdict = missed.some((each) => each.id === id) ? " MISSED" : "";
    print(
      `  ${id.padEnd(26)} ${formatNumber(value)}${range}, ${recorded === null ? "not recorded" : `recorded ${formatNumber(recorded)}`}${aim}${verdict}`,
    );
  }
  for (const fault of run.faults) print(`  FAULT ${fault}`);
  for (const why of run.voids) print(`  VOID: ${why}`);
  return missed.length === 0 && run.faults.length === 0 && run.voids.length === 0;
};
