import { FormatFault } from "../format-fault.ts";

/** As many shards as a set is meant to have. */
const MOST_NAMES = 100_000;
const RANGE = /^(\d{1,9})\.\.(\d{1,9})$/;

export const isTarName = (name: string): boolean => /\.tar$/i.test(name);
export const isCompressedTarName = (name: string): boolean => /\.(tar\.(gz|bz2|xz|zst|lz4)|tgz|tbz2)$/i.test(name);

export const refuseCompressedTar = (name: string): never => {
  throw new FormatFault(
    "unsupported",
    `${name} is a compressed tar: no sample in it can be read without reading all before it. Unpack it to .tar`,
  );
};

/** What stands between a brace and its partner: `000..012` with its zeros, or a list. */
const alternatives = (inner: string): readonly string[] => {
  const range = RANGE.exec(inner);
  if (range === null) return inner.split(",");
  const [first = "", last = ""] = [range[1], range[2]];
  const [from, to] = [Number(first), Number(last)];
  const width = first.startsWith("0") || last.startsWith("0") ? Math.max(first.length, last.length) : 0;
  const step = from <= to ? 1 : -1;
  const length = Math.abs(to - from) + 1;
  if (length > MOST_NAMES) throw new FormatFault("too_large", `{${inner}} names more than ${MOST_NAMES} shards`);
  return Array.from({ length }, (_, place) => String(from + place * step).padStart(width, "0"));
};

interface Piece {
  readonly options: readonly string[];
}

/** In turn, so that the names are counted before the next brace is opened. */
function* splitPattern(pattern: string): Generator<Piece> {
  let at = 0;
  while (at < pattern.length) {
    const open = pattern.indexOf("{", at);
    if (open < 0) break;
    const close = pattern.indexOf("}", open);
    if (close < 0) throw new FormatFault("malformed", "a brace of the shard list is not closed");
    const inner = pattern.slice(open + 1, close);
    if (inner.includes("{")) throw new FormatFault("unsupported", "braces within braces are not read");
    yield { options: [pattern.slice(at, open)] };
    yield { options: alternatives(inner) };
    at = close + 1;
  }
  yield { options: [pattern.slice(at)] };
}

/** `clips-{000000..000012}.tar` and `{train,val}.tar`, as trainers write lists of shards. */
export const expandBraces = (pattern: string, limit = MOST_NAMES): readonly string[] => {
  if (pattern.length > 4_096) throw new FormatFault("too_large", "the shard list is too long");
  let names: readonly string[] = [""];
  for (const { options } of splitPattern(pattern)) {
    if (names.length * options.length > limit)
      throw new FormatFault("too_large", `the shard list names more than ${limit} shards`);
    names = names.flatMap((name) => options.map((option) => name + option));
  }
  return names;
};
