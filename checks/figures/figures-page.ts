import { type Figure, type FiguresFile, type Goal, isReached, type Measurement } from "./figures-file.ts";

export const BEGIN = "<!-- figures: written by `pnpm figures` from docs/figures.json -->";
export const END = "<!-- end of figures -->";

const SIGNS: Record<Goal["comparison"], string> = { "<=": "≤", ">=": "≥" };

/** Rounded to the significant digits. */
export const formatNumber = (value: number): string => {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  const digits = Math.abs(value) < 10 ? 3 : 1;
  return Number(value.toFixed(digits)).toLocaleString("en", { maximumFractionDigits: digits });
};

const withUnit = (value: number | null, unit: string): string => {
  if (value === null) return "";
  return unit === "ratio" || unit === "count" ? formatNumber(value) : `${formatNumber(value)} ${unit}`;
};

const verdictOf = ({ isVoid, date }: Measurement, { goal, value }: Figure): string => {
  if (isVoid) return "**void**";
  if (date === null || value === null) return "not measured";
  if (goal === null) return "reported";
  return isReached(goal, value) ? "reached" : "**missed**";
};

const smokeWords = ({ smoke }: Figure): string =>
  smoke
    .map(({ value, noise, machine }) => `${machine}: ${formatNumber(value)} ± ${(noise * 100).toFixed(1)} %`)
    .join("; ");

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => "---"), ...rows].map((cells) =>
    cells[0] === "---" ? `|${cells.join("|")}|` : `| ${cells.join(" | ")} |`.replaceAll("|  |", "| |"),
  );

const commandOf = ({ command, part }: Measurement): string =>
  `${command.startsWith("pnpm ") ? `\`${command}\`` : command}${part === null ? "" : ` (${part})`}`;

const machineOf = ({ machine, conditions }: Measurement): string =>
  [machine, conditions].filter((words) => words !== null).join(", ");

const figureRows = ({ measurements }: FiguresFile): string[][] =>
  measurements.flatMap((measurement) =>
    measurement.figures.map((figure) => [
      `\`${figure.id}\``,
      figure.what,
      withUnit(figure.value, figure.unit),
      figure.interval === null ? "" : `${formatNumber(figure.interval.low)}–${formatNumber(figure.interval.high)}`,
      figure.goal === null ? "" : `${SIGNS[figure.goal.comparison]} ${withUnit(figure.goal.bound, figure.unit)}`,
      verdictOf(measurement, figure),
      measurement.date ?? "",
      smokeWords(figure),
    ]),
  );

const runRows = ({ measurements }: FiguresFile): string[][] =>
  measurements.map((measurement) => [
    measurement.date ?? "",
    measurement.commit === null ? "" : `\`${measurement.commit}\``,
    commandOf(measurement),
    machineOf(measurement),
    measurement.note,
    measurement.goal,
  ]);

/** Number of goals reached; a missed goal counts until a run reaches it. */
export const countGoals = ({ measurements }: FiguresFile): { reached: number; missed: string[]; open: number } => {
  const all = measurements.flatMap((measurement) =>
    measurement.figures.map((figure) => ({ id: figure.id, verdict: verdictOf(measurement, figure) })),
  );
  const missed = all.filter(({ verdict }) => verdict === "**missed**").map(({ id }) => id);
  const reached = all.filter(({ verdict }) => verdict === "reached").length;
  return { reached, missed, open: all.length - reached - missed.length };
};

const renderTables = (file: FiguresFile): string => {
  const { reached, missed } = countGoals(file);
  return [
    BEGIN,
    "",
    table(
      ["Name", "Machine"],
      Object.entries(file.machines).map(([name, { about }]) => [name, about]),
    ).join("\n"),
    "",
    "## Figures",
    "",
    `${reached} goals are reached and ${missed.length} are missed: ${missed.map((id) => `\`${id}\``).join(", ")}.`,
    "",
    table(["Figure", "What it is", "Value", "90 %", "Goal", "", "Date", "Smoke run"], figureRows(file)).join("\n"),
    "",
    "## Runs",
    "",
    "What the same runs said besides.",
    "",
    table(["Date", "Commit", "Command", "Machine", "Result", "Goal"], runRows(file)).join("\n"),
    "",
    END,
  ].join("\n");
};

/** Regenerates the page between the two marks. */
export const renderPage = (page: string, file: FiguresFile): string => {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin)
    throw new Error(`the page has no place for figures: it needs "${BEGIN}" and "${END}"`);
  return `${page.slice(0, begin)}${renderTables(file)}${page.slice(end + END.length)}`;
};
