import { byCodePoint } from "../code-point-order.ts";
import { FormatFault } from "../format-fault.ts";
import { joinBytes } from "../join-bytes.ts";
import { plainJson, writePythonFloat } from "../python-json.ts";
import { booleanOf, bytesOf, integerOf, numberOf, readShardBytes, textOf, vectorOf } from "../shard-values.ts";
import type { ShardBytes, ShardColumn, ShardFormat, ShardValue, ShardWriter, ValueMeasure } from "../shard-writer.ts";
import { measureSampleName, mostNameLength, nameSample } from "./sample-name.ts";
import { TAR_END_BYTES, tarMemberBytes, tarMemberHead, tarPadding } from "./write-tar.ts";

const JSON_SUFFIX = "json";
const KEY_NAME = "__key__";
const SUFFIX = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;
const utf8 = new TextEncoder();

/** A file of every sample: the bytes of a column, or the other columns as one JSON object. */
interface Member {
  readonly suffix: string;
  /** Place of the column; null for the JSON. */
  readonly place: number | null;
}

/** The extension alone if there is no doubt which column it belongs to. */
const suffixOf = ({ name, extension }: ShardColumn, isOnly: boolean): string => {
  const suffix = isOnly && extension !== JSON_SUFFIX ? extension : `${name}.${extension}`;
  if (!SUFFIX.test(suffix))
    throw new FormatFault("malformed", `${suffix.slice(0, 80)} cannot be the extension of a file of a sample`);
  return suffix;
};

/** In the order of the original writer. Readers compare extensions in lower case. */
const membersOf = (columns: readonly ShardColumn[]): readonly Member[] => {
  const isOnly = columns.filter(({ type }) => type === "bytes").length === 1;
  const members: Member[] = [{ suffix: JSON_SUFFIX, place: null }];
  for (const [place, column] of columns.entries())
    if (column.type === "bytes") members.push({ suffix: suffixOf(column, isOnly), place });
  const names = [...columns.map(({ name }) => name), KEY_NAME];
  if (new Set(names).size < names.length || new Set(members.map(({ suffix }) => suffix)).size < members.length)
    throw new FormatFault("malformed", "two columns have the same name in a sample");
  return members.sort((one, other) => byCodePoint(one.suffix, other.suffix));
};

/** JSON has no other numbers, and one NaN would make the whole object unreadable. */
const writeNumber = (value: number): string => (Number.isFinite(value) ? writePythonFloat(value) : "null");

const jsonOf = (column: ShardColumn, value: ShardValue): string => {
  if (value === null) return "null";
  switch (column.type) {
    case "integer":
      return String(integerOf(column, value));
    case "number":
      return writeNumber(numberOf(column, value));
    case "boolean":
      return String(booleanOf(column, value));
    case "vector":
      return `[${vectorOf(column, value).map(writeNumber).join(",")}]`;
    case "json":
      return plainJson(textOf(column, value));
    default:
      return JSON.stringify(textOf(column, value));
  }
};

const sizeOf = (column: ShardColumn, value: ShardValue): number =>
  column.type === "bytes" ? bytesOf(column, value).bytes : utf8.encode(jsonOf(column, value)).length;

const MISSING_BYTES = "null".length;

const measureOf = ({ type }: ShardColumn): ValueMeasure | undefined =>
  type === "text" ? { of: "json", missingBytes: MISSING_BYTES } : undefined;

interface TarLayout {
  readonly columns: readonly ShardColumn[];
  readonly members: readonly Member[];
  readonly mostNameLength: number;
  /** Of the JSON besides the key and the values. */
  readonly jsonFramingBytes: number;
}

const layOut = (columns: readonly ShardColumn[]): TarLayout => {
  const scalars = columns.filter(({ type }) => type !== "bytes");
  const names = scalars.map(({ name }) => `,${JSON.stringify(name)}:`);
  const framing = `{${JSON.stringify(KEY_NAME)}:${names.join("")}}`;
  const members = membersOf(columns);
  return {
    columns,
    members,
    mostNameLength: mostNameLength(members.map(({ suffix }) => suffix)),
    jsonFramingBytes: utf8.encode(framing).length,
  };
};

const writeJson = ({ columns }: TarLayout, key: string, values: readonly ShardValue[]): Uint8Array => {
  const pairs = [`${JSON.stringify(KEY_NAME)}:${JSON.stringify(key)}`];
  for (const [place, column] of columns.entries())
    if (column.type !== "bytes") pairs.push(`${JSON.stringify(column.name)}:${jsonOf(column, values[place] ?? null)}`);
  return utf8.encode(`{${pairs.join(",")}}`);
};

const sampleBytes = (layout: TarLayout, key: string, valueBytes: readonly number[]): number => {
  const name = "n".repeat(measureSampleName(key, layout.mostNameLength));
  let jsonBytes = layout.jsonFramingBytes + utf8.encode(JSON.stringify(key)).length;
  for (const [place, { type }] of layout.columns.entries()) if (type !== "bytes") jsonBytes += valueBytes[place] ?? 0;
  return layout.members.reduce((total, { suffix, place }) => {
    const bytes = place === null ? jsonBytes : (valueBytes[place] ?? 0);
    return bytes === 0 ? total : total + tarMemberBytes(`${name}.${suffix}`, bytes);
  }, 0);
};

interface File {
  readonly name: string;
  readonly content: Uint8Array | ShardBytes;
}

const filesOf = async (layout: TarLayout, key: string, values: readonly ShardValue[]): Promise<readonly File[]> => {
  const name = await nameSample(key, layout.mostNameLength);
  const json = writeJson(layout, key, values);
  return layout.members.flatMap(({ suffix, place }): readonly File[] => {
    const column = place === null ? undefined : layout.columns[place];
    if (place === null || column === undefined) return [{ name: `${name}.${suffix}`, content: json }];
    const content = bytesOf(column, values[place] ?? null);
    return content.bytes === 0 ? [] : [{ name: `${name}.${suffix}`, content }];
  });
};

async function* streamFile({ name, content }: File): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) {
    yield joinBytes([tarMemberHead(name, content.length), content, tarPadding(content.length)]);
    return;
  }
  yield tarMemberHead(name, content.bytes);
  yield* readShardBytes(content);
  yield tarPadding(content.bytes);
}

/**
 * Streams shards for `webdataset`. Every sample has `<key>.json` with its key and all values, and a file for each column of
 * bytes: `<key>.<extension>`, or `<key>.<column>.<extension>` if there are several. A sample without bytes, or with none,
 * has no such file.
 */
export const tarShardFormat = (columns: readonly ShardColumn[]): ShardFormat => {
  const layout = layOut(columns);
  const openShard = (): ShardWriter => {
    let [samples, lastKey]: [number, string | null] = [0, null];
    return {
      write: async function* (key, values) {
        // Readers would take the files of both for one sample.
        if (key === lastKey) throw new FormatFault("malformed", `two adjacent samples have the key ${key}`);
        for (const file of await filesOf(layout, key, values)) yield* streamFile(file);
        [samples, lastKey] = [samples + 1, key];
      },
      close: () => ({ before: new Uint8Array(0), after: new Uint8Array(TAR_END_BYTES), samples }),
    };
  };
  return {
    emptyBytes: TAR_END_BYTES,
    sampleBytes: (key, valueBytes) => sampleBytes(layout, key, valueBytes),
    sizeOf,
    measureOf,
    openShard,
  };
};
