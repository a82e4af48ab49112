import { FormatFault } from "../format-fault.ts";

/** Types of Thrift's compact protocol. */
export const THRIFT = {
  stop: 0,
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
} as const;

export interface ThriftCursor {
  readonly bytes: Uint8Array;
  at: number;
  /** Bounds the work on malicious input. */
  elementsLeft: number;
}

const MOST_DEPTH = 16;
const text = new TextDecoder("utf-8");

const broken = (cursor: ThriftCursor): FormatFault =>
  new FormatFault("malformed", "the Parquet header is invalid", cursor.at);

export const openThrift = (bytes: Uint8Array, at = 0, elementsLeft = 4_000_000): ThriftCursor => ({
  bytes,
  at,
  elementsLeft,
});

const readByte = (cursor: ThriftCursor): number => {
  const byte = cursor.bytes[cursor.at];
  if (byte === undefined) throw new FormatFault("truncated", "the Parquet header is truncated", cursor.at);
  cursor.at += 1;
  return byte;
};

const readVarint = (cursor: ThriftCursor): number => {
  let value = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = readByte(cursor);
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
  throw broken(cursor);
};

/** Beyond 2^53 a number is not exact, and no field read here may be that large. */
export const readInteger = (cursor: ThriftCursor): number => {
  const zigzag = readVarint(cursor);
  return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
};

export const readBinary = (cursor: ThriftCursor): Uint8Array => {
  const length = readVarint(cursor);
  const end = cursor.at + length;
  if (end > cursor.bytes.length) throw new FormatFault("truncated", "the Parquet header is truncated", cursor.at);
  const value = cursor.bytes.subarray(cursor.at, end);
  cursor.at = end;
  return value;
};

export const readText = (cursor: ThriftCursor): string => text.decode(readBinary(cursor));

const spend = (cursor: ThriftCursor): void => {
  cursor.elementsLeft -= 1;
  if (cursor.elementsLeft < 0)
    throw new FormatFault("too_large", "the Parquet header has too many elements", cursor.at);
};

/** A boolean field carries its value in its type. */
const skipElement = (cursor: ThriftCursor, type: number, depth: number, isInList: boolean): void => {
  spend(cursor);
  if (depth > MOST_DEPTH) throw broken(cursor);
  if (type === THRIFT.true || type === THRIFT.false) cursor.at += isInList ? 1 : 0;
  else if (type === THRIFT.byte) cursor.at += 1;
  else if (type === THRIFT.i16 || type === THRIFT.i32 || type === THRIFT.i64) readVarint(cursor);
  else if (type === THRIFT.double) cursor.at += 8;
  else if (type === THRIFT.binary) readBinary(cursor);
  else if (type === THRIFT.list || type === THRIFT.set) skipList(cursor, depth);
  else if (type === THRIFT.struct) readStruct(cursor, () => false, depth + 1);
  else throw new FormatFault("unsupported", "the Parquet header contains an unknown type", cursor.at);
};

const readListHead = (cursor: ThriftCursor): { type: number; length: number } => {
  const head = readByte(cursor);
  const short = head >> 4;
  return { type: head & 15, length: short === 15 ? readVarint(cursor) : short };
};

const skipList = (cursor: ThriftCursor, depth: number): void => {
  const { type, length } = readListHead(cursor);
  for (let element = 0; element < length; element += 1) skipElement(cursor, type, depth + 1, true);
};

/** Calls `onField` for each field and skips those for which it returns false. */
export const readStruct = (cursor: ThriftCursor, onField: (id: number, type: number) => boolean, depth = 0): void => {
  let id = 0;
  for (;;) {
    const head = readByte(cursor);
    const type = head & 15;
    if (type === THRIFT.stop) return;
    const delta = head >> 4;
    id = delta === 0 ? readInteger(cursor) : id + delta;
    spend(cursor);
    if (!onField(id, type)) skipElement(cursor, type, depth, false);
  }
};

/** Reads at most `most` list elements, one by one. */
export const readList = <T>(cursor: ThriftCursor, read: () => T, most: number): T[] => {
  const { length } = readListHead(cursor);
  if (length > cursor.bytes.length - cursor.at)
    throw new FormatFault("truncated", "the Parquet header is truncated", cursor.at);
  if (length > most) throw new FormatFault("too_large", "the Parquet header has too many elements", cursor.at);
  const items: T[] = [];
  for (let element = 0; element < length; element += 1) {
    spend(cursor);
    items.push(read());
  }
  return items;
};

export interface FieldReader {
  readonly type: number;
  readonly read: () => void;
}

export const integerField = (
  cursor: ThriftCursor,
  take: (value: number) => void,
  type: number = THRIFT.i32,
): FieldReader => ({
  type,
  read: () => take(readInteger(cursor)),
});
export const longField = (cursor: ThriftCursor, take: (value: number) => void): FieldReader =>
  integerField(cursor, take, THRIFT.i64);
export const textField = (cursor: ThriftCursor, take: (value: string) => void): FieldReader => ({
  type: THRIFT.binary,
  read: () => take(readText(cursor)),
});
export const listField = <T>(
  cursor: ThriftCursor,
  readOne: () => T,
  take: (items: T[]) => void,
  most: number,
): FieldReader => ({
  type: THRIFT.list,
  read: () => take(readList(cursor, readOne, most)),
});
export const structField = (read: () => void): FieldReader => ({ type: THRIFT.struct, read });

/** Reads a struct field by field; skips unknown fields and fields of an unexpected type. */
export const readFields = (cursor: ThriftCursor, readers: Readonly<Record<number, FieldReader>>): void => {
  readStruct(cursor, (id, type) => {
    const reader = Object.hasOwn(readers, id) ? readers[id] : undefined;
    if (reader === undefined || reader.type !== type) return false;
    reader.read();
    return true;
  });
};
