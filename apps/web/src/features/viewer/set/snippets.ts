import type { ViewerHeader, ViewerSample } from "@dailies/contract";
import { PYTHON_READERS, pythonQuoted } from "../../../shared/python-snippet.ts";

export const SNIPPETS = ["python", "curl", "json"] as const;
export type Snippet = (typeof SNIPPETS)[number];

/** Code that takes the sample from the opened dataset. */
const SAMPLE_OF: Readonly<Record<ViewerHeader["format"], (sample: ViewerSample) => string>> = {
  MDS: ({ index }) => `sample = dataset[${index}]`,
  WebDataset: ({ key }) => `sample = next(each for each in dataset if each["__key__"] == ${pythonQuoted(key)})`,
  Parquet: ({ index }) => `row = dataset.take([${index}]).to_pylist()[0]`,
  Lance: ({ index }) => `row = dataset.take([${index}]).to_pylist()[0]`,
  folder: ({ key }) => `print([file for file in files if ${pythonQuoted(key)} in file])`,
};

export interface TrainingOrder {
  readonly seed: number;
}

/** Python code that reads the same sample with the trainer's own library. */
export const pythonSnippet = ({ format, uri }: ViewerHeader, sample: ViewerSample, order?: TrainingOrder): string =>
  [
    ...PYTHON_READERS[format]({ kind: format, uri, local: "/tmp/shards", seed: order?.seed }),
    SAMPLE_OF[format](sample),
    "",
  ].join("\n");

/** Escapes single quotes for a single-quoted shell string. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Downloads the raw bytes of the sample, or of one column, from storage. */
export const curlSnippet = (url: string, sample: ViewerSample, column: string | undefined): string => {
  const { begin, end } = sample.columns.find(({ name }) => name === column) ?? sample;
  const file = column === undefined ? `sample-${sample.index}.bin` : `sample-${sample.index}.${column}`;
  return `curl -r ${begin}-${Math.max(end - 1, begin)} -o ${shellQuoted(file)} ${shellQuoted(url)}\n`;
};

/** For samples that are not a byte range of an object: downloads the columns, or the selected one, through the API. */
export const apiCurlSnippet = (
  addressOf: (column: string) => string,
  { index, columns }: ViewerSample,
  column: string | undefined,
): string =>
  columns
    .filter(({ name }) => column === undefined || name === column)
    .map(({ name }) => {
      const file = shellQuoted(`sample-${index}.${name}`);
      return `curl --fail -b "$DAILIES_COOKIE" -o ${file} ${shellQuoted(addressOf(name))}\n`;
    })
    .join("");

const jsonValue = ({ value, begin, end }: ViewerSample["columns"][number]): unknown => {
  if (value.kind === "text") return value.text;
  if (value.kind === "number") return { number: value.text };
  if (value.kind === "json" && !value.is_cut) {
    try {
      return JSON.parse(value.text);
    } catch {
      return value.text;
    }
  }
  if (value.kind === "array") return { dtype: value.dtype, shape: value.shape, min: value.min, max: value.max };
  return { kind: value.kind, bytes: end - begin };
};

/** The row as JSON; binary values show their type and size. */
export const jsonSnippet = (sample: ViewerSample): string => {
  const { index, shard, index_in_shard, key, begin, end, columns } = sample;
  const row = Object.fromEntries(columns.map((column) => [column.name, jsonValue(column)]));
  return `${JSON.stringify({ index, shard, index_in_shard, key, begin, end, row }, null, 2)}\n`;
};
