/** A part of a line. */
export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "strong" | "em"; readonly parts: readonly Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly parts: readonly Inline[] };

export type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly parts: readonly Inline[] }
  | { readonly kind: "paragraph" | "quote"; readonly parts: readonly Inline[] }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "rule" };

/** Other schemes, such as `javascript:`, stay text. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i;

const INLINE =
  /`(?<code>[^`]+)`|\*\*(?<strong>[^*]+(?:\*(?!\*)[^*]+)*)\*\*|(?<![\w*])[*_](?<em>[^*_\s](?:[^*_]*[^*_\s])?)[*_](?![\w*])|\[(?<words>[^\]]+)\]\((?<href>[^)\s]+)\)/;

export const parseInline = (text: string): Inline[] => {
  const parts: Inline[] = [];
  let rest = text;
  for (let found = INLINE.exec(rest); found?.groups; found = INLINE.exec(rest)) {
    const { code, strong, em, words, href } = found.groups;
    if (found.index > 0) parts.push({ kind: "text", text: rest.slice(0, found.index) });
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (strong !== undefined) parts.push({ kind: "strong", parts: parseInline(strong) });
    else if (em !== undefined) parts.push({ kind: "em", parts: parseInline(em) });
    else if (words !== undefined && href !== undefined && SAFE_LINK.test(href))
      parts.push({ kind: "link", href, parts: parseInline(words) });
    else parts.push({ kind: "text", text: found[0] });
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest !== "") parts.push({ kind: "text", text: rest });
  return parts;
};

const HEADING = /^(?<marks>#{1,6})\s+(?<words>.+?)\s*#*$/;
const BULLET = /^\s*[-*+]\s+(?<words>.+)$/;
const NUMBERED = /^\s*\d{1,9}[.)]\s+(?<words>.+)$/;
const QUOTE = /^\s*>\s?(?<words>.*)$/;
const FENCE = /^\s*```/;
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;

const STARTS = [HEADING, BULLET, NUMBERED, QUOTE, FENCE, RULE];

/** The lines from the first one that match, and what they say. */
const takeWhile = (lines: readonly string[], pattern: RegExp): string[] => {
  const end = lines.findIndex((line) => !pattern.test(line));
  return lines.slice(0, end < 0 ? lines.length : end).map((line) => pattern.exec(line)?.groups?.words ?? "");
};

const takeParagraph = (lines: readonly string[]): string[] => {
  const end = lines.findIndex(
    (line, at) => at > 0 && (line.trim() === "" || STARTS.some((pattern) => pattern.test(line))),
  );
  return lines.slice(0, end < 0 ? lines.length : end).map((line) => line.trim());
};

/** One block, and how many lines it takes. */
const parseBlock = (lines: readonly string[]): { block: Block; taken: number } => {
  const [line = ""] = lines;
  const heading = HEADING.exec(line)?.groups;
  if (heading) {
    const level = Math.min(3, heading.marks?.length ?? 1) as 1 | 2 | 3;
    return { block: { kind: "heading", level, parts: parseInline(heading.words ?? "") }, taken: 1 };
  }
  if (RULE.test(line)) return { block: { kind: "rule" }, taken: 1 };
  if (FENCE.test(line)) {
    const end = lines.findIndex((each, at) => at > 0 && FENCE.test(each));
    const inside = lines.slice(1, end < 0 ? lines.length : end);
    return { block: { kind: "code", text: inside.join("\n") }, taken: end < 0 ? lines.length : end + 1 };
  }
  for (const [pattern, isOrdered] of [
    [BULLET, false],
    [NUMBERED, true],
  ] as const) {
    const items = takeWhile(lines, pattern);
    if (items.length > 0)
      return { block: { kind: "list", isOrdered, items: items.map(parseInline) }, taken: items.length };
  }
  const quoted = takeWhile(lines, QUOTE);
  if (quoted.length > 0)
    return { block: { kind: "quote", parts: parseInline(quoted.join(" ")) }, taken: quoted.length };
  const paragraph = takeParagraph(lines);
  return { block: { kind: "paragraph", parts: parseInline(paragraph.join("\n")) }, taken: paragraph.length };
};

/**
 * A subset of Markdown: headings, paragraphs, lists, quotes, code, rules, emphasis and links. Its result is data that React
 * renders as elements, so nothing in it can become markup: HTML stays text.
 */
export const parseMarkdown = (text: string): Block[] => {
  const blocks: Block[] = [];
  let lines = text.split(/\r?\n/);
  while (lines.length > 0) {
    if (lines[0]?.trim() === "") {
      lines = lines.slice(1);
      continue;
    }
    const { block, taken } = parseBlock(lines);
    blocks.push(block);
    lines = lines.slice(taken);
  }
  return blocks;
};
