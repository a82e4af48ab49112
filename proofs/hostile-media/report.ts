import type { CheckedFile } from "./check-file.ts";

const count = (results: readonly CheckedFile[], verdict: CheckedFile["verdict"]): number =>
  results.filter((result) => result.verdict === verdict).length;

const families = (results: readonly CheckedFile[]): Map<string, CheckedFile[]> =>
  Map.groupBy(results, ({ file }) => file.family);

export const summary = (results: readonly CheckedFile[]): string[] =>
  [...families(results)].map(([name, all]) => {
    const slowestMs = Math.max(...all.map(({ tookMs }) => tookMs));
    const counts = (["rejected", "unopened", "ready", "crashed"] as const).map((each) => `${count(all, each)} ${each}`);
    return `  ${name.padEnd(24)} ${`${all.length}`.padStart(4)} files: ${counts.join(", ")}; slowest ${(slowestMs / 1000).toFixed(1)} s`;
  });

/** The verdict of each hand-written file; mutated ones are only counted, since their number is arbitrary. */
export const verdictTable = (results: readonly CheckedFile[]): string => {
  const rows = results
    .filter(({ file }) => file.family !== "mutated")
    .map(
      ({ file, verdict, words }) => `| ${file.family} | ${file.name} | ${file.declaredMime} | ${verdict} | ${words} |`,
    );
  const mutated = results.filter(({ file }) => file.family === "mutated");
  return [
    "# Hostile media: every verdict",
    "",
    "Written by `pnpm hostile-media --write`. Each file went through the steps of the worker: received, sniffed, probed and",
    "drawn inside the jail (`proofs/hostile-media/main.ts`).",
    "",
    `Mutated valid files: ${mutated.length}, of which ${count(mutated, "rejected")} were rejected, ${count(mutated, "unopened")} were kept`,
    `unopened and ${count(mutated, "ready")} were still good enough to show.`,
    "",
    "| Family | File | Sent as | Verdict | Words |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
};
