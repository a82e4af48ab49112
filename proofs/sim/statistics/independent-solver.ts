/**
 * Bradley–Terry by Hunter's minorization: no derivative, no matrix, no ridge, nothing in common with the product's solver.
 * `score[a][b]` is what a scored against b, of `total[a][b]`. Strengths in logits, centred.
 */
export const solveByMinorisation = (
  score: readonly (readonly number[])[],
  total: readonly (readonly number[])[],
): number[] => {
  const entries = score.map((_, entry) => entry);
  const wins = entries.map((a) => entries.reduce((sum, b) => sum + (a === b ? 0 : (score[a]?.[b] ?? 0)), 0));
  let worth = entries.map(() => 1);
  for (let round = 0; round < 200_000; round++) {
    const next = entries.map((a) => {
      const share = entries.reduce(
        (sum, b) => (a === b ? sum : sum + (total[a]?.[b] ?? 0) / ((worth[a] ?? 1) + (worth[b] ?? 1))),
        0,
      );
      return (wins[a] ?? 0) / share;
    });
    const mean = Math.exp(next.reduce((sum, value) => sum + Math.log(value), 0) / next.length);
    const scaled = next.map((value) => value / mean);
    const moved = Math.max(...scaled.map((value, entry) => Math.abs(Math.log(value / (worth[entry] ?? 1)))));
    worth = scaled;
    if (moved < 1e-13) break;
  }
  return worth.map(Math.log);
};

/** Scores of every entry against every other. */
export const tableOf = (votes: {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly outcome: Uint8Array;
}): { readonly score: number[][]; readonly total: number[][] } => {
  const size = 1 + Math.max(...votes.a, ...votes.b);
  const zeros = (): number[][] => Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  const [score, total] = [zeros(), zeros()];
  const add = (table: number[][], row: number, column: number, amount: number): void => {
    const line = table[row];
    if (line) line[column] = (line[column] ?? 0) + amount;
  };
  for (const [row, outcome] of votes.outcome.entries()) {
    const [a, b] = [votes.a[row] ?? 0, votes.b[row] ?? 0];
    const ofA = [1, 0, 0.5, 0.5][outcome] ?? 0.5;
    add(score, a, b, ofA);
    add(score, b, a, 1 - ofA);
    add(total, a, b, 1);
    add(total, b, a, 1);
  }
  return { score, total };
};

/** Davidson's model by small gradient steps, for tables whose totals are all one. */
export const solveDavidson = (score: readonly (readonly number[])[], tie: readonly (readonly number[])[]): number[] => {
  const entries = score.map((_, entry) => entry);
  const pairs = entries.flatMap((a) => entries.filter((b) => b > a).map((b) => [a, b] as const));
  const strengths = entries.map(() => 0);
  let tieLog = 0;
  for (let round = 0; round < 5_000; round++) {
    const up = entries.map(() => 0);
    let tieUp = 0;
    for (const [a, b] of pairs) {
      const high = Math.exp(((strengths[a] ?? 0) - (strengths[b] ?? 0)) / 2);
      const whole = high + 1 / high + Math.exp(tieLog);
      const rest = (score[a]?.[b] ?? 0) - (high + Math.exp(tieLog) / 2) / whole;
      up[a] = (up[a] ?? 0) + rest;
      up[b] = (up[b] ?? 0) - rest;
      tieUp += (tie[a]?.[b] ?? 0) - Math.exp(tieLog) / whole;
    }
    for (const entry of entries) strengths[entry] = (strengths[entry] ?? 0) + (up[entry] ?? 0) / entries.length;
    tieLog += tieUp / pairs.length;
  }
  const mean = strengths.reduce((sum, value) => sum + value, 0) / entries.length;
  return strengths.map((value) => value - mean);
};
