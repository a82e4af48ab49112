import fc from "fast-check";

/** One change to the bytes of a file; offsets are taken modulo its length. */
export type Edit = (bytes: Uint8Array) => Uint8Array;

const MAX_FILE_BYTES = 262_144;
const WORDS = [0, 1, 2, 3, 4, 7, 8, 0x7f, 0x80, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
const TOKENS = [
  ...'0,-1,1e400,9007199254740993,4294967296,null,true,"",[],{},[[[[]]]],NaN,"__proto__"'.split(","),
  '"../../etc/passwd"',
  '"/secret.txt"',
  '"../secret.txt"',
  '"a\\u0000b"',
  "\uffff",
  "'",
  "99999999999999999999",
];

const position = fc.nat(0xffff_ffff);
const at = (bytes: Uint8Array, where: number): number => (bytes.length === 0 ? 0 : where % bytes.length);

const splice = (bytes: Uint8Array, begin: number, end: number, middle: Uint8Array): Uint8Array => {
  const joined = new Uint8Array(Math.min(MAX_FILE_BYTES, begin + middle.length + bytes.length - end));
  joined.set(bytes.subarray(0, begin));
  joined.set(middle.subarray(0, Math.max(0, joined.length - begin)), begin);
  joined.set(
    bytes.subarray(end, end + Math.max(0, joined.length - begin - middle.length)),
    Math.min(joined.length, begin + middle.length),
  );
  return joined;
};

const setBytes = (bytes: Uint8Array, where: number, values: readonly number[]): Uint8Array => {
  const changed = new Uint8Array(bytes);
  for (const [offset, value] of values.entries()) {
    if (where + offset < changed.length) changed[where + offset] = value;
  }
  return changed;
};

const word = (value: number, width: number, isLittle: boolean): number[] => {
  const digits = Array.from({ length: width }, (_, byte) => Math.floor(value / 2 ** (8 * byte)) & 0xff);
  return isLittle ? digits : digits.reverse();
};

/** Numbers and quoted strings of a text; one of them is replaced. */
const TOKEN = /-?\d+(?:\.\d+)?|"[^"]{0,80}"/g;

const replaceToken = (bytes: Uint8Array, which: number, token: string): Uint8Array => {
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, 65_536));
  const found = [...text.matchAll(TOKEN)];
  const match = found[found.length === 0 ? 0 : which % found.length];
  if (match === undefined) return bytes;
  return splice(bytes, match.index, match.index + match[0].length, new TextEncoder().encode(token));
};

const flip = fc.tuple(position, fc.nat(7)).map(
  ([where, bit]): Edit =>
    (bytes) => {
      const spot = at(bytes, where);
      return setBytes(bytes, spot, [(bytes[spot] ?? 0) ^ (1 << bit)]);
    },
);
const overwrite = fc
  .tuple(position, fc.constantFrom(...WORDS), fc.constantFrom(1, 2, 4, 8), fc.boolean(), fc.constantFrom(1, 4))
  .map(
    ([where, value, width, isLittle, step]): Edit =>
      (bytes) => {
        const spot = at(bytes, where);
        return setBytes(bytes, spot - (spot % step), word(value, width, isLittle));
      },
  );
const cut = position.map(
  (where): Edit =>
    (bytes) =>
      bytes.subarray(0, at(bytes, where)),
);
const remove = fc.tuple(position, fc.nat(300)).map(
  ([where, length]): Edit =>
    (bytes) => {
      const spot = at(bytes, where);
      return splice(bytes, spot, Math.min(bytes.length, spot + length), new Uint8Array(0));
    },
);
const insert = fc.tuple(position, fc.uint8Array({ maxLength: 40 })).map(
  ([where, middle]): Edit =>
    (bytes) =>
      splice(bytes, at(bytes, where), at(bytes, where), middle),
);
const repeat = fc.tuple(position, fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 60 })).map(
  ([where, length, times]): Edit =>
    (bytes) => {
      const spot = at(bytes, where);
      const piece = bytes.subarray(spot, spot + length);
      const middle = new Uint8Array(piece.length * times);
      for (let turn = 0; turn < times; turn += 1) middle.set(piece, turn * piece.length);
      return splice(bytes, spot, spot, middle);
    },
);
const copy = fc.tuple(position, position, fc.integer({ min: 1, max: 64 })).map(
  ([from, to, length]): Edit =>
    (bytes) => {
      const spot = at(bytes, from);
      return setBytes(bytes, at(bytes, to), [...bytes.subarray(spot, spot + length)]);
    },
);
const retoken = fc
  .tuple(position, fc.oneof(fc.constantFrom(...TOKENS), fc.json({ maxDepth: 2 }), fc.string({ maxLength: 12 })))
  .map(
    ([which, token]): Edit =>
      (bytes) =>
        replaceToken(bytes, which, token),
  );
const garbage = fc.uint8Array({ maxLength: 600 }).map(
  (bytes): Edit =>
    () =>
      bytes,
);
const words = fc.string({ unit: "binary", maxLength: 200 }).map(
  (text): Edit =>
    () =>
      new TextEncoder().encode(text),
);

export const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 3, arbitrary: flip },
  { weight: 5, arbitrary: overwrite },
  { weight: 5, arbitrary: retoken },
  { weight: 2, arbitrary: cut },
  { weight: 2, arbitrary: remove },
  { weight: 2, arbitrary: insert },
  { weight: 1, arbitrary: repeat },
  { weight: 2, arbitrary: copy },
  { weight: 1, arbitrary: garbage },
  { weight: 1, arbitrary: words },
);
