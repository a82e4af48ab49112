import { bytesField, numberField, packedField, textField } from "./write-protobuf.ts";

const WORD_BITS = 64;
const BYTE_BITS = 8;
const BIT = 1;

/** Values of equal width, one after another, in a buffer of the page. */
const flat = (bits: number, buffer: number): Uint8Array =>
  bytesField(1, numberField(1, bits), bytesField(2, numberField(1, buffer)));

const withoutNulls = (values: Uint8Array): Uint8Array => bytesField(2, bytesField(1, bytesField(1, values)));

const withNulls = (validity: Uint8Array, values: Uint8Array): Uint8Array =>
  bytesField(2, bytesField(2, bytesField(1, validity), bytesField(2, values)));

interface FixedWidth {
  readonly bits: number;
  /** Numbers of each vector. */
  readonly dimensions?: number | undefined;
  readonly hasNulls: boolean;
}

/** One buffer of values, after one of validity if some are missing. */
export const fixedEncoding = ({ bits, dimensions, hasNulls }: FixedWidth): Uint8Array => {
  const numbers = flat(bits, hasNulls ? 1 : 0);
  const values =
    dimensions === undefined
      ? numbers
      : bytesField(3, numberField(1, dimensions), bytesField(2, withoutNulls(numbers)));
  return hasNulls ? withNulls(flat(BIT, 0), values) : withoutNulls(values);
};

/** A buffer of ends and one of bytes. The end of a missing value has `nullAdjustment` added. */
export const variableEncoding = (nullAdjustment: number): Uint8Array =>
  bytesField(
    6,
    bytesField(1, withoutNulls(flat(WORD_BITS, 0))),
    bytesField(2, flat(BYTE_BITS, 1)),
    numberField(3, nullAdjustment),
  );

const typed = (name: string, message: Uint8Array): Uint8Array =>
  bytesField(2, bytesField(1, textField(1, `/lance.encodings.${name}`), bytesField(2, message)));

export interface PlacedBuffer {
  readonly offset: number;
  readonly bytes: number;
}

/** A page as a field of its column. */
export const pageField = (buffers: readonly PlacedBuffer[], rows: number, encoding: Uint8Array): Uint8Array =>
  bytesField(
    2,
    packedField(
      1,
      buffers.map(({ offset }) => offset),
    ),
    packedField(
      2,
      buffers.map(({ bytes }) => bytes),
    ),
    numberField(3, rows),
    bytesField(4, typed("ArrayEncoding", encoding)),
  );

/** The encoding of a column that has nothing but pages. */
export const COLUMN_ENCODING = bytesField(1, typed("ColumnEncoding", bytesField(1)));
