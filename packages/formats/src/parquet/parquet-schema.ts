import type { ColumnType } from "../column-type.ts";
import { FormatFault } from "../format-fault.ts";

export const PHYSICAL_TYPES = [
  "BOOLEAN",
  "INT32",
  "INT64",
  "INT96",
  "FLOAT",
  "DOUBLE",
  "BYTE_ARRAY",
  "FIXED_LEN_BYTE_ARRAY",
] as const;
export type PhysicalType = (typeof PHYSICAL_TYPES)[number];

/** Logical type of a column, covering the annotations of older and newer writers. */
export const MEANINGS = [
  "plain",
  "text",
  "json",
  "decimal",
  "date",
  "time",
  "unsigned",
  "uuid",
  "float16",
  "millis",
  "micros",
  "nanos",
] as const;
export type Meaning = (typeof MEANINGS)[number];

export interface SchemaNode {
  readonly name: string;
  readonly type: PhysicalType | undefined;
  readonly typeLength: number;
  readonly repetition: "REQUIRED" | "OPTIONAL" | "REPEATED";
  readonly children: number;
  readonly meaning: Meaning;
  readonly scale: number;
}

/** A leaf of the schema, stored as a column. */
export interface ParquetLeaf {
  readonly path: readonly string[];
  readonly type: PhysicalType;
  readonly typeLength: number;
  readonly meaning: Meaning;
  readonly scale: number;
  readonly maxDefinition: number;
  /** For each list around the value: the definition level from which it has an element. */
  readonly listDefinitions: readonly number[];
}

export interface ParquetColumn {
  /** The path without the steps that only mean "list". */
  readonly name: string;
  readonly type: ColumnType;
  /** Parquet's own type name: `INT64`, `BYTE_ARRAY (text)`, `LIST<FLOAT>`. */
  readonly encoding: string;
  readonly isNullable: boolean;
  readonly isList: boolean;
  readonly leaf: ParquetLeaf;
}

const MOST_DEPTH = 32;
const BOILERPLATE = new Set(["list", "element", "item", "array", "array_element", "bag", "key_value"]);

const leafOf = (node: SchemaNode, type: PhysicalType, path: readonly string[], levels: Levels): ParquetLeaf => ({
  path,
  type,
  typeLength: node.typeLength,
  meaning: node.meaning,
  scale: node.scale,
  maxDefinition: levels.definition,
  listDefinitions: levels.lists,
});

interface Levels {
  readonly definition: number;
  readonly lists: readonly number[];
}

const descend = ({ definition, lists }: Levels, node: SchemaNode): Levels => {
  if (node.repetition === "REQUIRED") return { definition, lists };
  const below = definition + 1;
  return { definition: below, lists: node.repetition === "REPEATED" ? [...lists, below] : lists };
};

/** The schema tree is stored as a list, parents before their children. */
export const listLeaves = (nodes: readonly SchemaNode[]): readonly ParquetLeaf[] => {
  const leaves: ParquetLeaf[] = [];
  let at = 1;
  const visit = (path: readonly string[], levels: Levels): void => {
    const node = nodes[at];
    if (node === undefined || path.length > MOST_DEPTH)
      throw new FormatFault("malformed", "the schema of the Parquet file is inconsistent");
    at += 1;
    const [here, below] = [[...path, node.name], descend(levels, node)];
    if (node.type !== undefined) leaves.push(leafOf(node, node.type, here, below));
    else for (let child = 0; child < node.children; child += 1) visit(here, below);
  };
  const [root] = nodes;
  if (root === undefined || root.type !== undefined)
    throw new FormatFault("malformed", "the Parquet file has no schema");
  for (let child = 0; child < root.children; child += 1) visit([], { definition: 0, lists: [] });
  if (at !== nodes.length) throw new FormatFault("malformed", "the schema of the Parquet file is inconsistent");
  return leaves;
};

const TYPES_BY_MEANING: Readonly<Partial<Record<Meaning, ColumnType>>> = {
  text: "text",
  uuid: "text",
  json: "json",
  decimal: "number",
  float16: "number",
  date: "time",
  millis: "time",
  micros: "time",
  nanos: "time",
  time: "text",
};
const TYPES_BY_PHYSICAL: Readonly<Record<PhysicalType, ColumnType>> = {
  BOOLEAN: "boolean",
  INT32: "integer",
  INT64: "integer",
  INT96: "time",
  FLOAT: "number",
  DOUBLE: "number",
  BYTE_ARRAY: "binary",
  FIXED_LEN_BYTE_ARRAY: "binary",
};

export const columnOf = (leaf: ParquetLeaf): ParquetColumn => {
  const isList = leaf.listDefinitions.length > 0;
  const scalar = TYPES_BY_MEANING[leaf.meaning] ?? TYPES_BY_PHYSICAL[leaf.type];
  const isVector = leaf.listDefinitions.length === 1 && scalar === "number" && leaf.meaning !== "decimal";
  const listed = isVector ? "vector" : "json";
  const [first = "", ...rest] = leaf.path;
  const told = leaf.meaning === "plain" ? leaf.type : `${leaf.type} (${leaf.meaning})`;
  return {
    name: [first, ...(isList ? rest.filter((step) => !BOILERPLATE.has(step)) : rest)].join("."),
    type: isList ? listed : scalar,
    encoding: isList ? `LIST<${told}>` : told,
    isNullable: leaf.maxDefinition > 0,
    isList,
    leaf,
  };
};
