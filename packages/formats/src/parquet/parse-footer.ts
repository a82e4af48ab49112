import { FormatFault } from "../format-fault.ts";
import { columnOf, listLeaves, type ParquetColumn, type SchemaNode } from "./parquet-schema.ts";
import { readSchemaNode } from "./parse-schema.ts";
import {
  integerField,
  listField,
  longField,
  openThrift,
  readFields,
  structField,
  type ThriftCursor,
  textField,
} from "./thrift.ts";

/** Location of one column of a row group. */
export interface ColumnChunk {
  readonly begin: number;
  readonly end: number;
  readonly values: number;
  readonly codec: number;
}

export interface ParquetFile {
  readonly object: string;
  readonly bytes: number;
  readonly rows: number;
  readonly columns: readonly ParquetColumn[];
  readonly groups: readonly RowGroup[];
  readonly createdBy: string | null;
}

export interface RowGroup {
  readonly index: number;
  readonly rows: number;
  /** Row number in the file. */
  readonly firstRow: number;
  /** Stored size. */
  readonly bytes: number;
  readonly chunks: readonly ColumnChunk[];
}

const MOST_COLUMNS = 10_000;
const MOST_GROUPS = 100_000;
const MOST_CHUNKS = 250_000;
const MOST_CODEC = 7;

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

interface ChunkMeta {
  codec: number;
  values: number;
  bytes: number;
  dataAt: number;
  dictionaryAt: number;
  isElsewhere: boolean;
}

const readChunkMeta = (cursor: ThriftCursor): ChunkMeta => {
  const meta: ChunkMeta = { codec: 0, values: -1, bytes: -1, dataAt: -1, dictionaryAt: 0, isElsewhere: false };
  const long = (key: "values" | "bytes" | "dataAt" | "dictionaryAt") =>
    longField(cursor, (value) => {
      meta[key] = value;
    });
  const inner = {
    4: integerField(cursor, (codec) => {
      meta.codec = codec;
    }),
    5: long("values"),
    7: long("bytes"),
    9: long("dataAt"),
    11: long("dictionaryAt"),
  };
  readFields(cursor, {
    1: textField(cursor, (path) => {
      meta.isElsewhere = path !== "";
    }),
    3: structField(() => readFields(cursor, inner)),
  });
  return meta;
};

const placeChunk = (meta: ChunkMeta, fileBytes: number, at: number): ColumnChunk => {
  if (meta.isElsewhere) throw new FormatFault("unsupported", "Parquet columns in another file are not supported", at);
  const hasDictionary = meta.dictionaryAt > 0 && meta.dictionaryAt < meta.dataAt;
  const begin = hasDictionary ? meta.dictionaryAt : meta.dataAt;
  const isSound = isCount(begin) && isCount(meta.bytes) && isCount(meta.values) && begin + meta.bytes <= fileBytes;
  if (!isSound || meta.codec < 0 || meta.codec > MOST_CODEC)
    throw new FormatFault("malformed", "a column of the Parquet file is outside the file", at);
  return { begin, end: begin + meta.bytes, values: meta.values, codec: meta.codec };
};

interface GroupMeta {
  chunks: ColumnChunk[];
  rows: number;
}

interface ChunkBudget {
  left: number;
}

const readGroup = (cursor: ThriftCursor, fileBytes: number, budget: ChunkBudget): GroupMeta => {
  const group: GroupMeta = { chunks: [], rows: -1 };
  const readChunk = (): ColumnChunk => {
    const at = cursor.at;
    budget.left -= 1;
    return placeChunk(readChunkMeta(cursor), fileBytes, at);
  };
  readFields(cursor, {
    1: listField(
      cursor,
      readChunk,
      (chunks) => {
        group.chunks = chunks;
      },
      Math.min(MOST_COLUMNS, budget.left),
    ),
    3: longField(cursor, (rows) => {
      group.rows = rows;
    }),
  });
  return group;
};

const layOutGroups = (metas: readonly GroupMeta[], columns: number): readonly RowGroup[] => {
  let firstRow = 0;
  return metas.map(({ chunks, rows }, index) => {
    if (chunks.length !== columns || !isCount(rows))
      throw new FormatFault("malformed", `row group ${index} of the Parquet file does not match the schema`);
    const bytes = chunks.reduce((sum, { begin, end }) => sum + end - begin, 0);
    const group = { index, rows, firstRow, bytes, chunks };
    firstRow += rows;
    return group;
  });
};

/** Two leaves may have the same short name; the later one then uses its whole path. */
const nameColumns = (columns: readonly ParquetColumn[]): readonly ParquetColumn[] => {
  const taken = new Set<string>();
  return columns.map((column) => {
    const name = taken.has(column.name) ? column.leaf.path.join(".") : column.name;
    if (taken.has(name)) throw new FormatFault("malformed", "two columns of the Parquet file have the same name");
    taken.add(name);
    return { ...column, name };
  });
};

interface FooterFields {
  nodes: readonly SchemaNode[];
  metas: readonly GroupMeta[];
  rows: number;
  createdBy: string | null;
}

const readFooterFields = (cursor: ThriftCursor, fileBytes: number): FooterFields => {
  const fields: FooterFields = { nodes: [], metas: [], rows: -1, createdBy: null };
  const readNode = () => readSchemaNode(cursor);
  const budget = { left: MOST_CHUNKS };
  readFields(cursor, {
    2: listField(
      cursor,
      readNode,
      (nodes) => {
        fields.nodes = nodes;
      },
      MOST_COLUMNS,
    ),
    3: longField(cursor, (rows) => {
      fields.rows = rows;
    }),
    4: listField(
      cursor,
      () => readGroup(cursor, fileBytes, budget),
      (metas) => {
        fields.metas = metas;
      },
      MOST_GROUPS,
    ),
    6: textField(cursor, (createdBy) => {
      fields.createdBy = createdBy.slice(0, 200);
    }),
  });
  return fields;
};

export const parseFooter = (footer: Uint8Array, fileBytes: number): Omit<ParquetFile, "object" | "bytes"> => {
  const { nodes, metas, rows, createdBy } = readFooterFields(openThrift(footer), fileBytes);
  const columns = nameColumns(listLeaves(nodes).map(columnOf));
  const groups = layOutGroups(metas, columns.length);
  const counted = groups.reduce((sum, group) => sum + group.rows, 0);
  if (rows !== counted) throw new FormatFault("malformed", "the row counts of the Parquet file are inconsistent");
  return { rows, columns, groups, createdBy };
};
