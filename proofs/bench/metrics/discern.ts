import { METRICS, type MetricKey } from "@dailies/contract";
import { FAULT_NAMES, type FaultName, renderFault, renderPictures } from "./clips.ts";
import { type Figures, type Laboratory, measureFile, probe } from "./laboratory.ts";

interface Claim {
  readonly metric: MetricKey;
  readonly fault: FaultName;
  readonly words: string;
  readonly holds: (clean: number, faulty: number) => boolean;
}

const atLeast = (factor: number) => (clean: number, faulty: number) => faulty >= clean * factor;
const atMost = (factor: number) => (clean: number, faulty: number) => faulty <= clean * factor;

/** The purpose of each metric: the defect it must distinguish from the clean clip, by a clear margin. */
const CLAIMS: readonly Claim[] = [
  { metric: "delivered_spec", fault: "short", words: "1 → less", holds: (c, f) => c === 1 && f < 1 },
  { metric: "flicker_luma", fault: "flickering", words: "× 10", holds: atLeast(10) },
  { metric: "frame_mae", fault: "frozen", words: "÷ 2", holds: atMost(0.5) },
  { metric: "interp_residual", fault: "jerky", words: "× 1.3", holds: atLeast(1.3) },
  { metric: "si", fault: "blurred", words: "÷ 1.5", holds: atMost(1 / 1.5) },
  { metric: "ti", fault: "cut", words: "× 2", holds: atLeast(2) },
  { metric: "sharpness", fault: "blurred", words: "÷ 4", holds: atMost(0.25) },
  { metric: "blockiness", fault: "blocky", words: "× 5", holds: atLeast(5) },
  { metric: "dup_ratio", fault: "frozen", words: "< 0.1 → > 0.5", holds: (c, f) => c < 0.1 && f > 0.5 },
  { metric: "freeze_s", fault: "frozen", words: "< 0.5 → > 2", holds: (c, f) => c < 0.5 && f > 2 },
  { metric: "cuts", fault: "cut", words: "0 → 1", holds: (c, f) => c === 0 && f === 1 },
  { metric: "black_s", fault: "black", words: "0 → about 1.5", holds: (c, f) => c === 0 && Math.abs(f - 1.5) < 0.1 },
  { metric: "ref_psnr", fault: "noisy", words: "less by 10", holds: (c, f) => f < c - 10 },
  { metric: "ref_ssim", fault: "noisy", words: "> 0.98 → < 0.9", holds: (c, f) => c > 0.98 && f < 0.9 },
  { metric: "loop_gap", fault: "looping", words: "÷ 4", holds: atMost(0.25) },
];

const SHOWN: readonly MetricKey[] = METRICS.map(({ key }) => key);
const show = (value: number | null): string => (value === null ? "—" : value.toPrecision(4));

const printTable = (rows: ReadonlyMap<string, Figures>): void => {
  process.stdout.write(`${"".padEnd(12)}${SHOWN.map((key) => key.padStart(16)).join("")}\n`);
  for (const [name, figures] of rows) {
    process.stdout.write(`${name.padEnd(12)}${SHOWN.map((key) => show(figures[key]).padStart(16)).join("")}\n`);
  }
};

const line = (
  metric: string,
  what: string,
  clean: number | null,
  faulty: number | null,
  words: string,
  holds: boolean,
): string =>
  `  ${holds ? "told" : "MISSED"}  ${metric.padEnd(16)} ${what.padEnd(12)} ${show(clean).padStart(10)} → ${show(faulty).padStart(10)}  (${words})\n`;

/** Measures one clip of each defect, prints all values, and returns the metrics that miss their own. */
export const discern = async (laboratory: Laboratory): Promise<string[]> => {
  const { folder } = laboratory;
  const pictures = await renderPictures(folder);
  const reference = await renderFault(folder, "clean");
  const rows = new Map<string, Figures>();
  for (const name of FAULT_NAMES) {
    const clip = name === "clean" ? reference : await renderFault(folder, name);
    const known = await probe(laboratory, clip);
    rows.set(name, await measureFile(laboratory, clip, known, { picture: pictures.first, reference }));
  }
  const other = await measureFile(laboratory, reference, await probe(laboratory, reference), {
    picture: pictures.other,
  });
  rows.set("other first", other);
  printTable(rows);
  const clean = rows.get("clean");
  const untold: string[] = [];
  for (const { metric, fault, words, holds } of CLAIMS) {
    const [before, after] = [clean?.[metric] ?? null, rows.get(fault)?.[metric] ?? null];
    const isTold = before !== null && after !== null && holds(before, after);
    process.stdout.write(line(metric, fault, before, after, words, isTold));
    if (!isTold) untold.push(metric);
  }
  const [first, ignored] = [clean?.i2v_first_ssim ?? null, other.i2v_first_ssim];
  const isFirstTold = first !== null && ignored !== null && first > 0.95 && ignored < 0.6;
  process.stdout.write(line("i2v_first_ssim", "other first", first, ignored, "> 0.95 → < 0.6", isFirstTold));
  return isFirstTold ? untold : [...untold, "i2v_first_ssim"];
};
