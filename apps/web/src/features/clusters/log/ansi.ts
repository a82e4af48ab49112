export type AnsiColor = "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "gray";

export interface LogPart {
  readonly text: string;
  readonly color: AnsiColor | undefined;
  readonly isBold: boolean;
}

/** Black and white stay the colour of the text, so that both themes are readable. */
const COLORS: readonly (AnsiColor | undefined)[] = [
  undefined,
  "red",
  "green",
  "yellow",
  "blue",
  "magenta",
  "cyan",
  undefined,
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of terminals begin with one.
const SEQUENCE = /\u001b(?:\[([0-9;?]*)[ -/]*([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

interface Style {
  color: AnsiColor | undefined;
  isBold: boolean;
}

const PLAIN: Style = { color: undefined, isBold: false };

/** SGR codes: reset, bold and the colours of the text; others change nothing. */
const changeOf = (code: number): Partial<Style> => {
  if (code === 0) return PLAIN;
  if (code === 1 || code === 22) return { isBold: code === 1 };
  if (code === 39) return { color: undefined };
  if (code === 90) return { color: "gray" };
  const index = code >= 90 ? code - 90 : code - 30;
  return index >= 0 && index < COLORS.length ? { color: COLORS[index] } : {};
};

const apply = (style: Style, codes: string): Style =>
  Object.assign({ ...style }, ...codes.split(";").map((code) => changeOf(Number(code))));

/** A progress bar redraws its line after a carriage return: what a terminal would show at the end. */
const lastDrawn = (line: string): string => line.replace(/\r+$/, "").split("\r").at(-1) ?? "";

/** Lines of a log as parts with a style. Other sequences of terminals are removed; nothing of it becomes markup. */
export const parseAnsi = (text: string): LogPart[][] => {
  let style = PLAIN;
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      const parts: LogPart[] = [];
      const shown = lastDrawn(line);
      let from = 0;
      for (const match of shown.matchAll(SEQUENCE)) {
        if (match.index > from) parts.push({ ...style, text: shown.slice(from, match.index) });
        if (match[2] === "m") style = apply(style, match[1] ?? "");
        from = match.index + match[0].length;
      }
      if (from < shown.length) parts.push({ ...style, text: shown.slice(from) });
      return parts;
    });
};

export const plainTextOf = (line: readonly LogPart[]): string => line.map(({ text }) => text).join("");
