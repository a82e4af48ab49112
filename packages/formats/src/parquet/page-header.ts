import { FormatFault } from "../format-fault.ts";
import { integerField, openThrift, readFields, readStruct, structField, THRIFT, type ThriftCursor } from "./thrift.ts";

export interface PageHeader {
  readonly kind: "data" | "data_v2" | "dictionary" | "index";
  /** Size of the stored page. */
  readonly storedBytes: number;
  readonly inflatedBytes: number;
  readonly values: number;
  readonly encoding: number;
  readonly repetitionBytes: number;
  readonly definitionBytes: number;
  readonly isCompressed: boolean;
  readonly headerBytes: number;
}

interface Draft {
  type: number;
  inflated: number;
  stored: number;
  values: number;
  encoding: number;
  definitionBytes: number;
  repetitionBytes: number;
  isCompressed: boolean;
}

const KINDS = ["data", "index", "dictionary", "data_v2"] as const;
const MOST_INFLATED_BYTES = 32 * 1_048_576;
const MOST_VALUES = 1_048_576;

const numberInto = (cursor: ThriftCursor, draft: Draft, key: Exclude<keyof Draft, "isCompressed">) =>
  integerField(cursor, (value) => {
    draft[key] = value;
  });

const readSecondVersion = (cursor: ThriftCursor, draft: Draft): void => {
  const readers = {
    1: numberInto(cursor, draft, "values"),
    4: numberInto(cursor, draft, "encoding"),
    5: numberInto(cursor, draft, "definitionBytes"),
    6: numberInto(cursor, draft, "repetitionBytes"),
  } as const;
  readStruct(cursor, (id, type) => {
    if (id === 7 && type === THRIFT.false) draft.isCompressed = false;
    const reader = id === 1 || id === 4 || id === 5 || id === 6 ? readers[id] : undefined;
    if (reader === undefined || reader.type !== type) return false;
    reader.read();
    return true;
  });
};

const readDraft = (cursor: ThriftCursor): Draft => {
  const draft: Draft = {
    type: -1,
    inflated: -1,
    stored: -1,
    values: 0,
    encoding: 0,
    definitionBytes: 0,
    repetitionBytes: 0,
    isCompressed: true,
  };
  const values = { 1: numberInto(cursor, draft, "values"), 2: numberInto(cursor, draft, "encoding") };
  readFields(cursor, {
    1: numberInto(cursor, draft, "type"),
    2: numberInto(cursor, draft, "inflated"),
    3: numberInto(cursor, draft, "stored"),
    5: structField(() => readFields(cursor, values)),
    7: structField(() => readFields(cursor, values)),
    8: structField(() => readSecondVersion(cursor, draft)),
  });
  return draft;
};

/** `mayBeLarge` accepts a page that is only measured, never buffered. */
export const parsePageHeader = (bytes: Uint8Array, where: number, mayBeLarge: boolean): PageHeader => {
  const cursor = openThrift(bytes, 0, 10_000);
  const draft = readDraft(cursor);
  const kind = KINDS[draft.type];
  const levels = draft.definitionBytes + draft.repetitionBytes;
  const isSound = draft.inflated >= 0 && draft.stored >= 0 && draft.values >= 0 && levels >= 0;
  if (kind === undefined || !isSound || draft.definitionBytes < 0 || levels > draft.stored)
    throw new FormatFault("malformed", "the header of a page of the Parquet file is invalid", where);
  const isLarge = draft.inflated > MOST_INFLATED_BYTES || draft.stored > MOST_INFLATED_BYTES;
  if (draft.values > MOST_VALUES || (isLarge && !mayBeLarge))
    throw new FormatFault("too_large", "a page of the Parquet file is larger than 32 MiB or a million values", where);
  return {
    kind,
    storedBytes: draft.stored,
    inflatedBytes: draft.inflated,
    values: draft.values,
    encoding: draft.encoding,
    repetitionBytes: draft.repetitionBytes,
    definitionBytes: draft.definitionBytes,
    isCompressed: draft.isCompressed,
    headerBytes: cursor.at,
  };
};
