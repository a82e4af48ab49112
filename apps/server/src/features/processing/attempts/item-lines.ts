import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { DatasetColumn } from "@dailies/contract";
import { mediaTypeOfName } from "@dailies/formats/media/media-names";
import { cellOf, type ItemVersion, type QueryValue } from "../../datasets/index.ts";
import { BUILT_IN } from "../creation/template-parameters.ts";

/** Columns of every line before the values, in the order that the rows are read in. */
export const LINE_COLUMNS = ["ordinal", "key", "object", "media_offset", "media_bytes", "media_type", "fault"] as const;

/** A column whose values the job gets, as the job knows its type. */
export interface JobColumn {
  readonly name: string;
  readonly type: "text" | "integer" | "number" | "boolean";
}

const JOB_TYPES: Readonly<Record<string, JobColumn["type"]>> = {
  text: "text",
  time: "text",
  integer: "integer",
  number: "number",
  boolean: "boolean",
};

/** The built-in columns and those that the parameters name, each once. */
export const jobColumns = ({ columns }: Pick<ItemVersion, "columns">, named: readonly string[]): JobColumn[] => {
  const own = named.flatMap((name) => columns.filter((column) => column.name === name));
  const all = new Map([...BUILT_IN, ...own].map(({ name, type }) => [name, JOB_TYPES[type] ?? "text"]));
  return [...all].map(([name, type]) => ({ name, type }));
};

/** The columns as the engine of replicas describes their values. */
const describe = ({ columns }: Pick<ItemVersion, "columns">, { name, type }: JobColumn): DatasetColumn =>
  columns.find((column) => column.name === name) ?? { name, type, encoding: "", role: null, is_indexed: true };

const numberOf = (value: QueryValue | undefined): number | null =>
  typeof value === "bigint" || typeof value === "number" ? Number(value) : null;
const textOf = (value: QueryValue | undefined): string | null => (typeof value === "string" ? value : null);

/** A clip that is a whole object can be played from the output as well. */
const clipOf = (object: QueryValue | undefined, offset: QueryValue | undefined, bytes: QueryValue | undefined) => {
  const [key, length, begin] = [textOf(object), numberOf(bytes) ?? 0, numberOf(offset) ?? 0];
  if (key === null || length <= 0) return undefined;
  return { object: key, offset: begin, bytes: length, isWhole: begin === 0 && mediaTypeOfName(key) !== undefined };
};

interface LineOptions {
  readonly source: Pick<ItemVersion, "columns">;
  readonly columns: readonly JobColumn[];
  readonly readsClips: boolean;
  /** Undefined for objects of another bucket than that of the output. */
  readonly pathOf: (object: string) => string | undefined;
  readonly address: (object: string) => string;
}

/** One line of an item list, or undefined for an item that the job does not get. */
export const lineWriter = ({ source, columns, readsClips, pathOf, address }: LineOptions) => {
  const described = columns.map((column) => describe(source, column));
  return (row: readonly QueryValue[]): string | undefined => {
    const [ordinal, key, object, offset, bytes, type, fault] = row;
    const clip = clipOf(object, offset, bytes);
    if (textOf(fault) !== null || (readsClips && !clip)) return undefined;
    return JSON.stringify([
      Number(ordinal),
      String(key),
      clip && readsClips ? address(clip.object) : null,
      clip?.offset ?? 0,
      clip?.bytes ?? null,
      textOf(type),
      clip?.isWhole ? (pathOf(clip.object) ?? null) : null,
      ...described.map((column, at) => {
        const cell = cellOf(column, row[LINE_COLUMNS.length + at]);
        return typeof cell === "object" ? null : cell;
      }),
    ]);
  };
};

const zip = promisify(gzip);

export const packLines = (lines: readonly string[]): Promise<Buffer> =>
  zip(`${lines.join("\n")}\n`, { level: constants.Z_BEST_SPEED });
