import { Visitor } from "oxc-parser";
import { parseModule } from "../imports.ts";
import { type Outcome, report } from "../outcome.ts";
import { isTest, lineOf, listFiles, readText } from "../repository.ts";

const MIN_WORDS = 3;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly object?: Node;
  readonly property?: Node;
  readonly callee?: Node;
  readonly tag?: Node;
  readonly arguments?: readonly Node[];
}

/** `it`, `test.describe` and the like, including table calls between the name and the title. */
const calledName = (node: Node | undefined): string => {
  if (node?.type === "Identifier") return node.name ?? "";
  if (node?.type === "MemberExpression") return `${calledName(node.object)}.${node.property?.name ?? ""}`;
  return node === undefined ? "" : calledName(node.callee ?? node.tag);
};

const isGroup = (name: string): boolean => /^(describe|suite|test[.]describe)([.]|$)/.test(name);
const isCase = (name: string): boolean => /^(it|test)([.](each|concurrent|sequential|for))*$/.test(name);

const titleOf = ({ arguments: [title, ...rest] = [] }: Node, text: string): Node | undefined =>
  rest.some(({ type }) => type.endsWith("FunctionExpression")) && /^["'`]/.test(text.slice(title?.start, title?.end))
    ? title
    : undefined;

const EMPTY_WORD = /^(should|works|ok|okay|test|tests|handles|correctly|properly)\b/i;
const ORDINARY_CAPITAL = /^(A|An|The|It|This|When|If|No|Every|Each|All|[A-Z][a-z]*s)\b(?!')/;
/** A verb in the third person or an auxiliary. A plural noun looks the same, so it needs an article: "the clips". */
const BARE_VERB = /^([a-z]+(?<!s)s|can|cannot|may|must|never|will|would)\b(?!')/;

export const faultOfTitle = (title: string, isInGroup: boolean): string | undefined => {
  if (title.split(/\s+/).filter(Boolean).length < MIN_WORDS) return `has fewer than ${MIN_WORDS} words`;
  if (EMPTY_WORD.test(title)) return "says nothing that the test asserts";
  if (/[.!]$/.test(title)) return "ends with a full stop";
  if (ORDINARY_CAPITAL.test(title)) return "begins with a capital letter";
  if (!isInGroup && BARE_VERB.test(title)) return "begins with its verb and has no describe that names the subject";
  return undefined;
};

interface Titles {
  /** As they are written, with the placeholders of a table of cases. */
  readonly titles: readonly string[];
  readonly faults: readonly string[];
}

/** The titles of a test file, and those that are not sentences. Inside a describe block, its title is the subject. */
export const readTitles = (file: string, text: string): Titles => {
  let groups = 0;
  const titles: string[] = [];
  const faults: string[] = [];
  const enter = (call: Node): void => {
    const name = calledName(call.callee);
    const title = titleOf(call, text);
    if (title === undefined) return;
    if (isGroup(name)) groups += 1;
    if (!isCase(name)) return;
    const written = text.slice(title.start + 1, title.end - 1);
    titles.push(written);
    const fault = faultOfTitle(written, groups > 0);
    if (fault !== undefined) faults.push(`${file}:${lineOf(text, title.start)} title "${written}" ${fault}`);
  };
  const leave = (call: Node): void => {
    if (isGroup(calledName(call.callee)) && titleOf(call, text) !== undefined) groups -= 1;
  };
  new Visitor({
    CallExpression: (call) => enter(call as unknown as Node),
    "CallExpression:exit": (call) => leave(call as unknown as Node),
  }).visit(parseModule(file, text).program);
  return { titles, faults };
};

export const checkTestTitles = (): Outcome => {
  const all = listFiles()
    .filter((file) => isTest(file) || file.endsWith(".e2e.ts"))
    .map((file) => readTitles(file, readText(file)));
  const count = all.reduce((sum, { titles }) => sum + titles.length, 0);
  const faults = all.flatMap((each) => each.faults);
  if (count === 0) faults.push("no test was found");
  return { note: `${count} titles`, faults };
};

if (import.meta.main) await report("test titles", checkTestTitles);
