import { expect, it } from "vitest";
import { parseInline, parseMarkdown } from "./parse-markdown.ts";

const text = (words: string) => ({ kind: "text", text: words });

it("the guidelines know headings, lists, quotes, code and paragraphs", () => {
  const blocks = parseMarkdown(
    "# Look\n\nFirst line\nsecond line\n\n- one\n- two\n\n1. a\n2. b\n> said\n\n```\nx < 1\n```\n---",
  );
  expect(blocks.map(({ kind }) => kind)).toEqual(["heading", "paragraph", "list", "list", "quote", "code", "rule"]);
  expect(blocks[1]).toEqual({ kind: "paragraph", parts: [text("First line\nsecond line")] });
  expect(blocks[5]).toEqual({ kind: "code", text: "x < 1" });
});

it("the guidelines know emphasis, code and links", () => {
  expect(parseInline("a **bold _word_** and `code` at [docs](https://example.com/a)")).toEqual([
    text("a "),
    { kind: "strong", parts: [text("bold "), { kind: "em", parts: [text("word")] }] },
    text(" and "),
    { kind: "code", text: "code" },
    text(" at "),
    { kind: "link", href: "https://example.com/a", parts: [text("docs")] },
  ]);
});

it("the guidelines keep HTML and unsafe links as text", () => {
  expect(parseInline("<img src=x onerror=alert(1)>")).toEqual([text("<img src=x onerror=alert(1)>")]);
  expect(parseInline("[x](javascript:alert)")).toEqual([text("[x](javascript:alert)")]);
  expect(parseInline("snake_case_name and 2 * 3 * 4")).toEqual([text("snake_case_name and 2 * 3 * 4")]);
});

it("the guidelines survive any text", () => {
  for (const odd of ["", "\n\n", "```", "#", "- ", "**", "[](x)", ">"]) expect(() => parseMarkdown(odd)).not.toThrow();
});
