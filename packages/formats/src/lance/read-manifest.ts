import { wholeOf } from "../byte-range.ts";
import type { ByteSource } from "../byte-source.ts";
import { FormatFault } from "../format-fault.ts";
import { safeName } from "../safe-name.ts";
import { type LanceColumn, readColumns } from "./lance-columns.ts";
import type { ManifestName } from "./manifest-names.ts";
import { countOf, type ProtoField, readMessage, textOf } from "./protobuf.ts";

export interface LanceFragment {
  readonly id: number;
  readonly physicalRows: number;
  readonly deletedRows: number;
  readonly rows: number;
  readonly files: readonly string[];
}

export interface LanceManifest {
  readonly version: number;
  readonly writtenAt: string | null;
  /** `lance 0.39.0`. */
  readonly writer: string | null;
  /** `lance 2.0`. */
  readonly dataFormat: string | null;
  readonly rows: number;
  readonly columns: readonly LanceColumn[];
  readonly fragments: readonly LanceFragment[];
}

const FOOTER_BYTES = 16;
const MOST_MANIFEST_BYTES = 32 * 1_048_576;
const MOST_FRAGMENTS = 200_000;
const MOST_FIELDS = 10_000;
const TAIL_BYTES = 65_536;
/** Field that lists other buckets in which files of the table may be stored. */
const BASE_PATHS = 18;
const MOST_SECONDS = 8_640_000_000_000;

const children = function* (bytes: Uint8Array | undefined): Generator<ProtoField> {
  if (bytes !== undefined) yield* readMessage(bytes);
};

const findText = (bytes: Uint8Array | undefined, id: number): string => {
  for (const field of children(bytes)) if (field.id === id) return textOf(field);
  return "";
};
const findCount = (bytes: Uint8Array | undefined, id: number): number => {
  for (const field of children(bytes)) if (field.id === id) return countOf(field);
  return 0;
};

const readFragment = (bytes: Uint8Array | undefined): LanceFragment => {
  const fragment = { id: 0, physicalRows: 0, deletedRows: 0, files: [] as string[] };
  for (const field of children(bytes)) {
    if (field.id === 1) fragment.id = countOf(field);
    else if (field.id === 2) fragment.files.push(safeName(findText(field.bytes, 1)));
    else if (field.id === 3) fragment.deletedRows = findCount(field.bytes, 4);
    else if (field.id === 4) fragment.physicalRows = countOf(field);
  }
  if (fragment.deletedRows > fragment.physicalRows)
    throw new FormatFault("malformed", "a fragment of the Lance table has more rows deleted than it had");
  return { ...fragment, rows: fragment.physicalRows - fragment.deletedRows };
};

const readMoment = (bytes: Uint8Array | undefined): string | null => {
  const seconds = findCount(bytes, 1);
  return seconds > 0 && seconds <= MOST_SECONDS ? new Date(seconds * 1_000).toISOString() : null;
};

const readPair = (bytes: Uint8Array | undefined): string | null =>
  `${findText(bytes, 1)} ${findText(bytes, 2)}`.trim().slice(0, 100) || null;

export const parseManifest = (bytes: Uint8Array): LanceManifest => {
  const fields: Uint8Array[] = [];
  const fragments: LanceFragment[] = [];
  const told = {
    version: 0,
    writtenAt: null as string | null,
    writer: null as string | null,
    dataFormat: null as string | null,
  };
  const readers: Readonly<Record<number, (field: ProtoField) => void>> = {
    1: (field) => fields.push(field.bytes ?? new Uint8Array(0)),
    2: (field) => fragments.push(readFragment(field.bytes)),
    3: (field) => {
      told.version = countOf(field);
    },
    7: (field) => {
      told.writtenAt = readMoment(field.bytes);
    },
    13: (field) => {
      told.writer = readPair(field.bytes);
    },
    15: (field) => {
      told.dataFormat = readPair(field.bytes);
    },
  };
  for (const field of readMessage(bytes)) {
    if (field.id === BASE_PATHS) throw new FormatFault("outside", "the Lance table has files outside its folder");
    readers[field.id]?.(field);
    if (fragments.length > MOST_FRAGMENTS || fields.length > MOST_FIELDS)
      throw new FormatFault("too_large", "the Lance table has too many fragments or columns");
  }
  const rows = fragments.reduce((sum, fragment) => sum + fragment.rows, 0);
  if (told.version === 0 || !Number.isSafeInteger(rows))
    throw new FormatFault("malformed", "the Lance manifest is invalid");
  return { ...told, rows, columns: readColumns(fields), fragments };
};

/** Offset of the message, from the last sixteen bytes: offset, format version, and `LANC`. */
const readPlace = (tail: Uint8Array, end: number): number => {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const magic = String.fromCharCode(...tail.subarray(tail.length - 4));
  if (magic !== "LANC")
    throw new FormatFault("malformed", "this is not a Lance manifest, or its end is missing", end - 4);
  const begin = Number(view.getBigUint64(tail.length - FOOTER_BYTES, true));
  if (begin + 4 > end - FOOTER_BYTES)
    throw new FormatFault("malformed", "the Lance manifest points past its end", end - FOOTER_BYTES);
  if (end - begin > MOST_MANIFEST_BYTES)
    throw new FormatFault("too_large", "the Lance manifest is larger than 32 MiB", begin);
  return begin;
};

/** Schema, fragments and rows of one version of a Lance table. */
export const readLanceManifest = async (
  source: ByteSource,
  object: string,
  signal?: AbortSignal,
): Promise<LanceManifest> => {
  const { end } = await wholeOf(source, object, signal);
  if (end < FOOTER_BYTES) throw new FormatFault("truncated", "the file is too short for a Lance manifest", end);
  const tailBegin = Math.max(0, end - TAIL_BYTES);
  const tail = await source.read(object, tailBegin, end, signal);
  const begin = readPlace(tail, end);
  const bytes = begin >= tailBegin ? tail.subarray(begin - tailBegin) : await source.read(object, begin, end, signal);
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
  if (4 + length > bytes.length - FOOTER_BYTES)
    throw new FormatFault("malformed", "the Lance manifest is longer than its file", begin);
  return parseManifest(bytes.subarray(4, 4 + length));
};

/** Reads a manifest and checks that its version matches its name. */
export const readNamedManifest = async (
  source: ByteSource,
  { name, version }: ManifestName,
  signal?: AbortSignal,
): Promise<LanceManifest> => {
  const manifest = await readLanceManifest(source, name, signal);
  if (manifest.version === version) return manifest;
  throw new FormatFault("malformed", `the Lance manifest of version ${version} contains version ${manifest.version}`);
};
