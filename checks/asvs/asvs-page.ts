import type { Answer, Requirement } from "./asvs-file.ts";

export const BEGIN = "<!-- asvs: written by `pnpm asvs` from docs/asvs.json -->";
export const END = "<!-- end of asvs -->";

const ANSWERS = ["held", "held without a test", "planned", "not applicable"] as const satisfies readonly Answer[];

export type Counts = Readonly<Record<Answer, number>>;

export const countAnswers = (requirements: readonly Requirement[]): Counts => {
  const counts: Record<Answer, number> = { held: 0, "held without a test": 0, planned: 0, "not applicable": 0 };
  for (const { answer } of requirements) counts[answer] += 1;
  return counts;
};

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;

/** A line break or a pipe would end the cell. */
const inCell = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|");

const countRow = (name: string, requirements: readonly Requirement[]): string => {
  const counts = countAnswers(requirements);
  return row([name, requirements.length, ...ANSWERS.map((answer) => counts[answer])]);
};

const render = (requirements: readonly Requirement[]): string =>
  [
    BEGIN,
    "",
    row(["Level", "Requirements", "Held by tests", "Held without a test", "Planned", "Not applicable"]),
    "|---|---|---|---|---|---|",
    ...([1, 2] as const).map((level) =>
      countRow(
        `${level}`,
        requirements.filter((each) => each.level === level),
      ),
    ),
    countRow("both", requirements),
    "",
    "## Planned",
    "",
    "Requirements that apply and that the product does not meet, or not wholly.",
    "",
    row(["Id", "Level", "Requirement", "What is missing"]),
    "|---|---|---|---|",
    ...requirements.flatMap((each) =>
      each.answer === "planned" ? [row([each.id, each.level, inCell(each.title), inCell(each.missing)])] : [],
    ),
    "",
    END,
  ].join("\n");

/** Regenerates the page between the two marks. */
export const renderAsvsPage = (page: string, requirements: readonly Requirement[]): string => {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin)
    throw new Error(`the page has no place for answers: it needs "${BEGIN}" and "${END}"`);
  return `${page.slice(0, begin)}${render(requirements)}${page.slice(end + END.length)}`;
};
