import { describe, expect, it } from "vitest";
import { findUnanswered } from "./findability.ts";

const QUESTION = { question: "Where is input debounced?", words: ["Debounce", "delay"], file: "apps/web/src/z.ts" };

describe("the check of findability", () => {
  it("accepts a question whose file holds all of its words", () => {
    const texts = new Map([
      ["apps/web/src/z.ts", "usedebounced with a delay"],
      ["apps/web/src/a.ts", "a delay alone"],
    ]);
    expect(findUnanswered([QUESTION], texts)).toEqual([]);
  });

  it("names a question whose file lacks a word, and what is found instead", () => {
    const texts = new Map([
      ["apps/web/src/z.ts", "a delay"],
      ["apps/web/src/a.ts", "debounce, delay"],
    ]);
    expect(findUnanswered([QUESTION], texts)).toEqual([
      '"Where is input debounced?" Debounce + delay should find apps/web/src/z.ts, and finds apps/web/src/a.ts',
    ]);
  });

  it("names a question whose file is the eleventh result", () => {
    const others = Array.from({ length: 10 }, (_, n) => [`apps/web/src/a${n}.ts`, "debounce delay"] as const);
    const texts = new Map([...others, ["apps/web/src/z.ts", "debounce delay"] as const]);
    expect(findUnanswered([QUESTION], texts)).toHaveLength(1);
  });
});
