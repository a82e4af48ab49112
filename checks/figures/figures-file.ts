// docs/figures.json: every figure with a goal, and the run it comes from. docs/measurements.md is generated from it.
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { z } from "zod";
import { ROOT, readText } from "../repository.ts";

export const FIGURES_FILE = "docs/figures.json";

const ID = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, "ids are lower-case words joined by points");
const DATE = z.iso.date();
/** The measured commit; rows older than this file name the commit that added them. */
const COMMIT = z.string().regex(/^[0-9a-f]{7,40}(-dirty)?$/);

const interval = z
  .strictObject({ low: z.number(), high: z.number() })
  .refine(({ low, high }) => low <= high, "an interval begins below its end");

const goal = z.strictObject({ comparison: z.enum(["<=", ">="]), bound: z.number() });

/** Result of the short CI run on an unchanged program; it has its own size, so its own value. */
const smoke = z.strictObject({
  value: z.number(),
  /** The largest relative distance of a repeat from the median. */
  noise: z.number().nonnegative().max(1),
  repeats: z.int().min(5),
  date: DATE,
  commit: COMMIT,
  machine: z.string(),
});

const figure = z.strictObject({
  id: ID,
  what: z.string().min(1),
  unit: z.string().min(1),
  goal: goal.nullable(),
  /** Null: not measured yet. */
  value: z.number().nullable(),
  interval: interval.nullable(),
  /** One for each machine on which it was recorded: machines differ by more than a slowdown that must be noticed. */
  smoke: z.array(smoke),
});

const measurement = z.strictObject({
  id: ID,
  command: z.string().min(1),
  /** Which part of the command's output, when it prints several. */
  part: z.string().nullable(),
  /** Null: not measured yet, or by no valid run. */
  date: DATE.nullable(),
  commit: COMMIT.nullable(),
  machine: z.string().nullable(),
  /** Other load on the machine. */
  conditions: z.string().nullable(),
  isVoid: z.boolean(),
  /** The goal in words, including conditions that no number expresses. */
  goal: z.string().min(1),
  note: z.string(),
  figures: z.array(figure),
});

const machine = z.strictObject({ about: z.string().min(1), processor: z.string().min(1), cores: z.int().positive() });

export type Goal = z.infer<typeof goal>;
export type SmokeBaseline = z.infer<typeof smoke>;
export type Figure = z.infer<typeof figure>;
export type Measurement = z.infer<typeof measurement>;
export type FiguresFile = z.infer<typeof figuresFile>;

const repeated = (ids: readonly string[]): string[] => ids.filter((id, at) => ids.indexOf(id) !== at);

const duplicateFaults = (measurements: readonly Measurement[]): string[] => [
  ...repeated(measurements.map(({ id }) => id)).map((id) => `the measurement ${id} is there twice`),
  ...repeated(measurements.flatMap(({ figures }) => figures.map(({ id }) => id))).map(
    (id) => `the figure ${id} is there twice`,
  ),
];

const measurementFaults = ({ id, date, isVoid, figures }: Measurement): string[] => [
  ...(date === null && !isVoid && figures.some(({ value }) => value !== null) ? [`${id} has values and no date`] : []),
  ...figures.filter((each) => !each.id.startsWith(`${id}.`)).map((each) => `${each.id} does not belong to ${id}`),
  ...figures.flatMap((each) =>
    repeated(each.smoke.map(({ machine: name }) => name)).map((name) => `${each.id} has two smoke values of ${name}`),
  ),
];

const machineFaults = ({ id, figures, machine: name }: Measurement, known: ReadonlySet<string>): string[] =>
  [name, ...figures.flatMap((each) => each.smoke.map(({ machine }) => machine))]
    .filter((used) => used !== null && !known.has(used))
    .map((used) => `${id} names the machine ${used}, which is not described`);

export const figuresFile = z
  .strictObject({ machines: z.record(z.string(), machine), measurements: z.array(measurement) })
  .check(({ value: { machines, measurements }, issues }) => {
    const known = new Set(Object.keys(machines));
    const faults = [
      ...duplicateFaults(measurements),
      ...measurements.flatMap((each) => [...measurementFaults(each), ...machineFaults(each, known)]),
    ];
    for (const message of faults) issues.push({ code: "custom", message, input: measurements });
  });

export const readFigures = (root: string = ROOT): FiguresFile =>
  figuresFile.parse(JSON.parse(readText(FIGURES_FILE, root)));

export const formatFigures = (file: FiguresFile): string => `${JSON.stringify(figuresFile.parse(file), null, 2)}\n`;

export const writeFigures = (file: FiguresFile, root: string = ROOT): void =>
  writeFileSync(path.join(root, FIGURES_FILE), formatFigures(file));

/** An unrecorded figure has no goal and no bound, so a run that reports one is a mistake. */
export const findFigure = ({ measurements }: FiguresFile, id: string): Figure => {
  const found = measurements.flatMap(({ figures }) => figures).find((each) => each.id === id);
  if (!found) throw new Error(`${FIGURES_FILE} has no figure '${id}': enter it with its goal first`);
  return found;
};

export const isCount = ({ unit }: Figure): boolean => unit === "count";

/** The value to compare with on this machine. Counts are the same on every machine. */
export const findBaseline = (figure: Figure, machine: string | undefined): SmokeBaseline | undefined =>
  figure.smoke.find((each) => each.machine === machine) ?? (isCount(figure) ? figure.smoke[0] : undefined);

/** The described machine that this process runs on. */
export const findMachine = ({ machines }: FiguresFile): string | undefined => {
  const processor = cpus()[0]?.model.trim();
  return Object.entries(machines).find(([, each]) => each.cores === cpus().length && each.processor === processor)?.[0];
};

export const isReached = ({ comparison, bound }: Goal, value: number): boolean =>
  comparison === "<=" ? value <= bound : value >= bound;
