import { FormatFault } from "../format-fault.ts";

/** The largest supported number of shards. */
const MOST_NAMES = 100_000;
const RANGE = /^(\d{1,9})\.\.(\d{1,9})$/;

export const isTarName = (name: string): boolean => /\.tar$/i.test(name);
export const isCompressedTarName = (name: string): boolean => /\.(tar\.(gz|bz2|xz|zst|lz4)|tgz|tbz2)$/i.test(name);

export const refuseCompressedTar = (name: string): never => {
  throw new FormatFault(
    "unsupported",
    `${name} is a compressed tar, which does not support random access. Decompress it to .tar`,
  );
};

interface Piece {
  readonly count: number;
  readonly options: () => readonly string[];
}

const literal = (text: string): Piece => ({ count: 1, options: () => [text] });

/** The content of a brace expression: `000..012` with its zeros, or a list. */
const alternatives = (inner: string): Piece => {
  const range = RANGE.exec(inner);
  if (range === null) {
    const listed = inner.split(",");
    return { count: listed.length, options: () => listed };
  }
  const [first = "", last = ""] = [range[1], range[2]];
  const [from, to] = [Number(first), Number(last)];
  const width = first.startsWith("0") || last.startsWith("0") ? Math.max(first.length, last.length) : 0;
  const step = from <= to ? 1 : -1;
  const count = Math.abs(to - from) + 1;
  if (count > MOST_NAMES) throw new FormatFault("too_large", `{${inner}} names more than ${MOST_NAMES} shards`);
  const nameAt = (place: number): string => String(from + place * step).padStart(width, "0");
  return { count, options: () => Array.from({ length: count }, (_, place) => nameAt(place)) };
};

const splitPattern = (pattern: string): Piece[] => {
  const pieces: Piece[] = [];
  let at = 0;
  for (let open = pattern.indexOf("{"); open >= 0; open = pattern.indexOf("{", at)) {
    const close = pattern.indexOf("}", open);
    if (close < 0) throw new FormatFault("malformed", "a brace of the shard list is not closed");
    const inner = pattern.slice(open + 1, close);
    if (inner.includes("{")) throw new FormatFault("unsupported", "nested braces are not supported");
    pieces.push(literal(pattern.slice(at, open)), alternatives(inner));
    at = close + 1;
  }
  return [...pieces, literal(pattern.slice(at))];
};

/** `clips-{000000..000012}.tar` and `{train,val}.tar`: brace patterns as trainers write them. */
export const expandBraces = (pattern: string, limit = MOST_NAMES): readonly string[] => {
  if (pattern.length > 4_096) throw new FormatFault("too_large", "the shard list is too long");
  const pieces = splitPattern(pattern);
  // Counted before expansion: a few braces can name more shards than fit into memory.
  if (pieces.reduce((product, { count }) => product * count, 1) > limit)
    throw new FormatFault("too_large", `the shard list names more than ${limit} shards`);
  return pieces.reduce<readonly string[]>(
    (names, { options }) => {
      const endings = options();
      return names.flatMap((name) => endings.map((ending) => name + ending));
    },
    [""],
  );
};
