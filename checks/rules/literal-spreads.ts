import { Visitor } from "oxc-parser";
import { parseModule } from "../imports.ts";
import { type Outcome, report } from "../outcome.ts";
import { isSource, lineOf, listFiles, readText } from "../repository.ts";

/** Most files contain none and need not be parsed. */
const MAY_HOLD = /[.]{3}\s*\(*\s*[{[]/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly argument?: Node | null;
  readonly expression?: Node;
}

const withoutParentheses = (node: Node | null | undefined): Node | undefined =>
  node?.type === "ParenthesizedExpression" ? withoutParentheses(node.expression) : (node ?? undefined);

/** Lines where an object or array literal is spread into a literal, an element or the arguments of a call. */
export const findLiteralSpreads = (file: string, text: string): string[] => {
  if (!MAY_HOLD.test(text)) return [];
  const found: string[] = [];
  const look = (parts: readonly (Node | null)[], spread: string, literal: string): void => {
    for (const part of parts) {
      if (part?.type !== spread || withoutParentheses(part.argument)?.type !== literal) continue;
      found.push(`${file}:${lineOf(text, part.start)} spreads a literal into a literal: write its parts out`);
    }
  };
  new Visitor({
    ObjectExpression: ({ properties }) => look(properties as readonly Node[], "SpreadElement", "ObjectExpression"),
    ArrayExpression: ({ elements }) => look(elements as readonly (Node | null)[], "SpreadElement", "ArrayExpression"),
    CallExpression: ({ arguments: all }) => look(all as readonly Node[], "SpreadElement", "ArrayExpression"),
    JSXOpeningElement: ({ attributes }) =>
      look(attributes as readonly Node[], "JSXSpreadAttribute", "ObjectExpression"),
  }).visit(parseModule(file, text).program);
  return found;
};

export const checkLiteralSpreads = (): Outcome => {
  const files = listFiles().filter(isSource);
  return {
    note: `${files.length} source files`,
    faults: files.flatMap((file) => findLiteralSpreads(file, readText(file))),
  };
};

if (import.meta.main) await report("literal spreads", checkLiteralSpreads);
