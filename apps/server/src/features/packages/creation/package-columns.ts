import { type ColumnType, PACKAGE_MEDIA_SOURCE, type PackageColumn, type PackageSettings } from "@dailies/contract";
import type { ShardColumn } from "@dailies/formats/shard-writer";
import { DomainError } from "../../../errors.ts";
import type { ItemVersion } from "../../datasets/index.ts";

const TYPES: Record<Exclude<ColumnType, "binary" | "media">, ShardColumn["type"]> = {
  text: "text",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  time: "time",
  json: "json",
  vector: "vector",
};

export interface ChosenColumn extends PackageColumn {
  readonly type: ShardColumn["type"];
}

const quote = (name: string): string => JSON.stringify(name);
const invalid = (message: string): DomainError => new DomainError("invalid", message);

const typeOf = ({ columns }: Pick<ItemVersion, "columns">, { source }: PackageColumn): ShardColumn["type"] => {
  if (source === PACKAGE_MEDIA_SOURCE) return "bytes";
  const found = columns.find(({ name }) => name === source);
  if (!found) throw invalid(`there is no column ${quote(source)} in this version of the dataset`);
  if (found.type === "binary" || found.type === "media")
    throw invalid(`${quote(source)} holds bytes: of those, only the clip itself can be packed`);
  return TYPES[found.type];
};

/** The columns with their types. Refuses what could not be written, in words. */
export const choosePackageColumns = (
  source: Pick<ItemVersion, "columns">,
  { columns, format, compression }: Pick<PackageSettings, "columns" | "format" | "compression">,
): ChosenColumn[] => {
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw invalid(`two columns are called ${quote(twice)}`);
  if (columns.filter((column) => column.source === PACKAGE_MEDIA_SOURCE).length > 1)
    throw invalid("the clip can be packed only once");
  if (format !== "MDS" && compression !== "none")
    throw invalid(`shards of ${format} are not compressed as a whole: choose no compression`);
  return columns.map((column) => ({ ...column, type: typeOf(source, column) }));
};

export const hasClips = (columns: readonly PackageColumn[]): boolean =>
  columns.some(({ source }) => source === PACKAGE_MEDIA_SOURCE);
