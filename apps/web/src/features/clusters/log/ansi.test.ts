import { describe, expect, it } from "vitest";
import { parseAnsi, plainTextOf } from "./ansi.ts";

describe("a log with terminal sequences", () => {
  it("becomes lines of styled parts", () => {
    expect(parseAnsi("\u001b[31mred\u001b[0m plain\n\u001b[1;92mbold green\u001b[22m green\n")).toEqual([
      [
        { text: "red", color: "red", isBold: false },
        { text: " plain", color: undefined, isBold: false },
      ],
      [
        { text: "bold green", color: "green", isBold: true },
        { text: " green", color: "green", isBold: false },
      ],
    ]);
  });

  it("loses links, titles and cursor movements, and keeps markup as text", () => {
    const text = "\u001b]8;;http://x\u001b\\<b>link</b>\u001b]8;;\u001b\\\u001b[2K\u001b[1A end";
    expect(parseAnsi(text).map(plainTextOf)).toEqual(["<b>link</b> end"]);
  });

  it("shows a progress bar as it was last drawn", () => {
    expect(parseAnsi("10 %\r55 %\r100 %\r\ndone").map(plainTextOf)).toEqual(["100 %", "done"]);
  });
});
