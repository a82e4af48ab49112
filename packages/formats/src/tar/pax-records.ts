import { FormatFault } from "../format-fault.ts";

const text = new TextDecoder("utf-8");
const SPACE = 0x20;
const NEWLINE = 0x0a;
/** Nine digits are a gigabyte, far above any real header. */
const MOST_DIGITS = 9;

const readLength = (bytes: Uint8Array, at: number, where: number): { length: number; from: number } => {
  const space = bytes.indexOf(SPACE, at);
  const digits = space < 0 || space - at > MOST_DIGITS ? "" : text.decode(bytes.subarray(at, space));
  if (!/^[1-9][0-9]*$/.test(digits))
    throw new FormatFault("malformed", "an extended tar header is invalid", where + at);
  return { length: Number(digits), from: space + 1 };
};

/** `"%d %s=%s\n"` records of POSIX pax; the last one of a keyword wins. */
export const parsePaxRecords = (bytes: Uint8Array, where: number): ReadonlyMap<string, string> => {
  const records = new Map<string, string>();
  let at = 0;
  while (at < bytes.length && bytes[at] !== 0) {
    const { length, from } = readLength(bytes, at, where);
    const end = at + length;
    if (end > bytes.length || from >= end || bytes[end - 1] !== NEWLINE)
      throw new FormatFault("malformed", "an extended tar header is invalid", where + at);
    const record = text.decode(bytes.subarray(from, end - 1));
    const equals = record.indexOf("=");
    if (equals < 1) throw new FormatFault("malformed", "an extended tar header is invalid", where + at);
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at = end;
  }
  return records;
};
