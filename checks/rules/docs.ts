import { existsSync } from "node:fs";
import path from "node:path";
import { anchorsOf, type Mention, mentionsOf } from "../markdown.ts";
import { type Outcome, report } from "../outcome.ts";
import { listFiles, ROOT, readText } from "../repository.ts";

const PATTERN_PAGE = "docs/architecture.md";
const MIN_PATTERNS = 8;

const linkFault = (file: string, { target, line }: Mention, root: string): string | undefined => {
  const [address = "", anchor] = target.split("#");
  const linked = address === "" ? file : path.posix.join(path.posix.dirname(file), decodeURIComponent(address));
  if (!existsSync(path.join(root, linked))) return `${file}:${line} links to ${linked}, which does not exist`;
  if (anchor === undefined || !linked.endsWith(".md")) return undefined;
  return anchorsOf(readText(linked, root)).has(anchor)
    ? undefined
    : `${file}:${line} links to the heading #${anchor} of ${linked}, which does not exist`;
};

const pathFault = (file: string, { target, line }: Mention, root: string): string | undefined =>
  existsSync(path.join(root, target)) ? undefined : `${file}:${line} names ${target}, which does not exist`;

export const docFaults = (file: string, text: string, root: string = ROOT): string[] => {
  const { links, paths } = mentionsOf(text);
  return [
    ...links.map((link) => linkFault(file, link, root)),
    ...paths.map((named) => pathFault(file, named, root)),
  ].filter((fault) => fault !== undefined);
};

/** The examples on the patterns page must still exist. */
export const patternFaults = (text: string): string[] => {
  const section = /^#+[^\n]*pattern[^\n]*\n(?<body>(?:(?!^#)[\s\S])*)/im.exec(text)?.groups?.body ?? "";
  const examples = new Set(mentionsOf(section).paths.map(({ target }) => target));
  return examples.size >= MIN_PATTERNS
    ? []
    : [`${PATTERN_PAGE} names ${examples.size} example files under its patterns`];
};

const FEATURE = /^(?<folder>apps[/]server[/]src[/]features[/][^/]+)[/]/;
const MAX_README_LINES = 40;

/** Server features without a README, or with one that is too long. */
export const readmeFaults = (files: readonly string[], texts: ReadonlyMap<string, string>): string[] => {
  const folders = new Set(files.map((file) => FEATURE.exec(file)?.groups?.folder).filter((each) => each !== undefined));
  return [...folders].flatMap((folder) => {
    const text = texts.get(`${folder}/README.md`);
    if (text === undefined) return [`${folder} has no README.md`];
    const lines = text.trimEnd().split("\n").length;
    return lines > MAX_README_LINES ? [`${folder}/README.md has ${lines} lines; at most ${MAX_README_LINES}`] : [];
  });
};

const ALERT_RULES = "ops/monitoring/rules.yml";
const ALERT_PAGE = "docs/alerts.md";

/** Whoever is woken by an alert finds a section that says what to do, and no section is about an alert that is gone. */
export const alertFaults = (rules: string, page: string): string[] => {
  const alerts = new Set([...rules.matchAll(/^ +- alert: (?<name>\w+)$/gm)].map((match) => match.groups?.name ?? ""));
  const sections = new Set([...page.matchAll(/^### (?<name>\w+)$/gm)].map((match) => match.groups?.name ?? ""));
  return [
    ...[...alerts].filter((name) => !sections.has(name)).map((name) => `${ALERT_PAGE} has no section ${name}`),
    ...[...alerts]
      .filter((name) => !rules.includes(`runbook: ${ALERT_PAGE}#${name.toLowerCase()}\n`))
      .map((name) => `${ALERT_RULES}: ${name} does not name its section`),
    ...[...sections].filter((name) => !alerts.has(name)).map((name) => `${ALERT_RULES} has no alert ${name}`),
  ];
};

export const checkDocs = (): Outcome => {
  const files = listFiles();
  const pages = files.filter((file) => file.endsWith(".md"));
  const texts = new Map(pages.map((page) => [page, readText(page)]));
  const mentions = [...texts.values()].map(mentionsOf);
  const count = mentions.reduce((sum, { links, paths }) => sum + links.length + paths.length, 0);
  return {
    note: `${pages.length} pages, ${count} links and paths`,
    faults: [
      ...[...texts].flatMap(([page, text]) => docFaults(page, text)),
      ...patternFaults(texts.get(PATTERN_PAGE) ?? ""),
      ...readmeFaults(files, texts),
      ...alertFaults(readText(ALERT_RULES), texts.get(ALERT_PAGE) ?? ""),
    ],
  };
};

if (import.meta.main) await report("docs", checkDocs);
