import { writeFileSync } from "node:fs";
import path from "node:path";
import { type Outcome, report } from "../outcome.ts";
import { ROOT, readText } from "../repository.ts";
import { ASVS_FILE, parseAsvs, readAsvsText, readOfficialLevels } from "./asvs-file.ts";
import { countAnswers, renderAsvsPage } from "./asvs-page.ts";
import { readingOf, requirementFaults } from "./requirement-faults.ts";

const PAGE = "docs/asvs.md";

/** Compares the answers with the standard, with the files they name and with the page. */
export const asvsOutcome = (text: string, page: string): Outcome => {
  const parsed = parseAsvs(text);
  if ("faults" in parsed) return { note: "the file does not fit its schema", faults: parsed.faults };
  const { requirements } = parsed.file;
  const official = readOfficialLevels();
  const counts = countAnswers(requirements);
  const isDrifted = renderAsvsPage(page, requirements) !== page;
  return {
    note:
      `${official.size} requirements, ${counts.held} held by tests, ${counts["held without a test"]} held without, ` +
      `${counts.planned} planned, ${counts["not applicable"]} not applicable`,
    faults: [
      ...requirementFaults(requirements, official, readingOf()),
      ...(isDrifted ? [`${PAGE} is not what ${ASVS_FILE} says; run \`pnpm asvs\``] : []),
    ],
  };
};

export const checkAsvs = (): Outcome => asvsOutcome(readAsvsText(), readText(PAGE));

const writePage = (): void => {
  const parsed = parseAsvs(readAsvsText());
  if ("file" in parsed) writeFileSync(path.join(ROOT, PAGE), renderAsvsPage(readText(PAGE), parsed.file.requirements));
};

if (import.meta.main) {
  writePage();
  await report("asvs", checkAsvs);
}
