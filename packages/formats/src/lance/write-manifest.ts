import { joinBytes } from "../join-bytes.ts";
import type { ShardColumn } from "../shard-writer.ts";
import { schemaFields } from "./lance-fields.ts";
import { bytesField, numberField, packedField, presentNumber, textField } from "./write-protobuf.ts";

/** A data file of the table, which `lanceShardFormat` wrote. */
export interface WrittenFragment {
  /** Relative to the `data` folder of the table. */
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
}

interface WrittenTable {
  readonly columns: readonly ShardColumn[];
  readonly writtenAt: Date;
}

/** Where a table has its data files and the manifest of its only version. */
export const LANCE_DATA_FOLDER = "data/";
export const LANCE_MANIFEST_NAME = "_versions/1.manifest";

const TABLE_VERSION = 1;
const [FILE_MAJOR, FILE_MINOR] = [2, 0];
const FOOTER_BYTES = 16;
/** Of manifests, which is not that of data files. */
const MANIFEST_MINOR = 2;
const MAGIC = new TextEncoder().encode("LANC");
const WRITER = { library: "dailies", version: "1.0.0" };

/** Which columns of the table a data file has, and where: all of them, in order. */
const columnFields = (columns: number): readonly Uint8Array[] => {
  const places = Array.from({ length: columns }, (_, place) => place);
  return [packedField(2, places), packedField(3, places)];
};

const fragmentField = (
  id: number,
  columns: readonly Uint8Array[],
  { file, rows, bytes }: WrittenFragment,
): Uint8Array => {
  const version = [numberField(4, FILE_MAJOR), numberField(5, FILE_MINOR)];
  const dataFile = bytesField(2, textField(1, file), ...columns, ...version, numberField(6, bytes));
  return bytesField(2, numberField(1, id), dataFile, numberField(4, rows));
};

const describeTable = (writtenAt: Date, lastFragment: number): Uint8Array[] => {
  const milliseconds = writtenAt.getTime();
  const seconds = Math.floor(milliseconds / 1_000);
  return [
    numberField(3, TABLE_VERSION),
    bytesField(7, numberField(1, seconds), numberField(2, (milliseconds - seconds * 1_000) * 1_000_000)),
    presentNumber(11, lastFragment),
    bytesField(13, textField(1, WRITER.library), textField(2, WRITER.version)),
    bytesField(15, textField(1, "lance"), textField(2, `${FILE_MAJOR}.${FILE_MINOR}`)),
  ];
};

const lengthOf = (message: Uint8Array): Uint8Array => {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, message.length, true);
  return length;
};

/** Where the message begins, which is the beginning of the file, and the version of the format. */
const footer = (): Uint8Array => {
  const bytes = new Uint8Array(FOOTER_BYTES);
  new DataView(bytes.buffer).setUint16(10, MANIFEST_MINOR, true);
  bytes.set(MAGIC, FOOTER_BYTES - MAGIC.length);
  return bytes;
};

/**
 * The manifest of a table whose data files are all written: without it, readers find no table. It is in memory as a whole
 * because it begins with its length; a hundred thousand fragments take some twenty megabytes.
 */
export const writeLanceManifest = async (
  { columns, writtenAt }: WrittenTable,
  fragments: Iterable<WrittenFragment> | AsyncIterable<WrittenFragment>,
): Promise<Uint8Array> => {
  const places = columnFields(columns.length);
  const fields: Uint8Array[] = [];
  for await (const fragment of fragments) fields.push(fragmentField(fields.length, places, fragment));
  const message = joinBytes([...schemaFields(columns), ...fields, ...describeTable(writtenAt, fields.length - 1)]);
  return joinBytes([lengthOf(message), message, footer()]);
};
