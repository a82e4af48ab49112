import { writeFileSync } from "node:fs";
import path from "node:path";
import { FIGURES_FILE, readFigures } from "./figures/figures-file.ts";
import { countGoals, renderPage } from "./figures/figures-page.ts";
import { type Outcome, report } from "./outcome.ts";
import { ROOT, readText } from "./repository.ts";

const PAGE = "docs/measurements.md";

export const writeFiguresPage = (): void =>
  writeFileSync(path.join(ROOT, PAGE), renderPage(readText(PAGE), readFigures()));

export const checkFigures = (): Outcome => {
  const [file, page] = [readFigures(), readText(PAGE)];
  const { reached, missed, open } = countGoals(file);
  return {
    note: `${reached} goals reached, ${missed.length} missed, ${open} void or without a goal`,
    faults: renderPage(page, file) === page ? [] : [`${PAGE} is not what ${FIGURES_FILE} says; run \`pnpm figures\``],
  };
};

if (import.meta.main) {
  if (!process.argv.includes("--check")) writeFiguresPage();
  await report("figures", checkFigures);
}
