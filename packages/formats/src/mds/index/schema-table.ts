import { FormatFault } from "../../format-fault.ts";
import type { MdsSchema } from "./mds-index.ts";
import { type RawEntry, readSchema } from "./shard-entry.ts";

/** A dataset has one schema or a few; this many are refused. */
const MAX_SCHEMAS = 1024;

const SCHEMA_KEYS = [
  "format",
  "column_names",
  "column_encodings",
  "column_sizes",
  "columns",
  "compression",
  "hashes",
  "size_limit",
  "separator",
  "newline",
] as const;

const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (!(Array.isArray(one) && Array.isArray(other)) || one.length !== other.length) return false;
  return one.every((value, at) => value === other[at]);
};

const isSameSchema = (one: RawEntry, other: RawEntry): boolean =>
  SCHEMA_KEYS.every((key) => isSame(one[key], other[key])) && Boolean(one.zip_data) === Boolean(other.zip_data);

/** Deduplicated schemas. Neighbours nearly always share one, so it is compared before the lookup. */
export class SchemaTable {
  readonly list: MdsSchema[] = [];
  readonly #places = new Map<string, number>();
  #lastEntry: RawEntry | undefined;
  #lastPlace = 0;

  intern(entry: RawEntry): { readonly schema: MdsSchema; readonly place: number } {
    if (this.#lastEntry === undefined || !isSameSchema(entry, this.#lastEntry)) {
      this.#lastPlace = this.#look(readSchema(entry));
      this.#lastEntry = Object.fromEntries([...SCHEMA_KEYS, "zip_data"].map((key) => [key, entry[key]]));
    }
    const schema = this.list[this.#lastPlace];
    if (schema === undefined) throw new FormatFault("malformed", "the index: a shard has no schema");
    return { schema, place: this.#lastPlace };
  }

  #look(schema: MdsSchema): number {
    const key = JSON.stringify(schema);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    if (this.list.length >= MAX_SCHEMAS) throw new FormatFault("too_large", "the index has too many different schemas");
    this.list.push(schema);
    this.#places.set(key, this.list.length - 1);
    return this.list.length - 1;
  }
}
