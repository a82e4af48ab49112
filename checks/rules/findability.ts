import { type Outcome, report } from "../outcome.ts";
import { isGenerated, isTest, listFiles, readText } from "../repository.ts";
import { FINDABILITY_QUESTIONS, type FindabilityQuestion } from "./findability-questions.ts";

/** Readers do not look further down a list of search results. */
const MAX_RESULTS = 10;

const isSearched = (file: string): boolean =>
  /^(apps|packages)[/].*[.](tsx?|sql)$/.test(file) &&
  !isTest(file) &&
  !isGenerated(file) &&
  !/[/](testing|locales)[/]|[.]corpus[.]ts$/.test(file);

/** Like `git grep -il --all-match`: the files that contain all of the words, ordered by path. */
const search = (texts: ReadonlyMap<string, string>, words: readonly string[]): string[] =>
  [...texts].flatMap(([file, text]) => (words.every((word) => text.includes(word.toLowerCase())) ? [file] : [])).sort();

/** The questions whose file is not among the first results, with what is found instead. */
export const findUnanswered = (
  questions: readonly FindabilityQuestion[],
  texts: ReadonlyMap<string, string>,
): string[] =>
  questions.flatMap(({ question, words, file }) => {
    const results = search(texts, words);
    const at = results.indexOf(file);
    if (at >= 0 && at < MAX_RESULTS) return [];
    const instead = results.slice(0, 3).join(", ") || "nothing";
    return [`"${question}" ${words.join(" + ")} should find ${file}, and finds ${instead}`];
  });

export const checkFindability = (): Outcome => {
  const texts = new Map(
    listFiles()
      .filter(isSearched)
      .map((file) => [file, readText(file).toLowerCase()]),
  );
  const faults = findUnanswered(FINDABILITY_QUESTIONS, texts);
  const answered = FINDABILITY_QUESTIONS.length - faults.length;
  return { note: `${answered} of ${FINDABILITY_QUESTIONS.length} questions answered`, faults };
};

if (import.meta.main) await report("findability", checkFindability);
