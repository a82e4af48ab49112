import type { DatasetSummary } from "@dailies/contract";

export interface PythonSource {
  readonly kind: DatasetSummary["kind"];
  readonly uri: string;
  /** Where a reader that downloads shards may store them. */
  readonly local: string;
  /** The seed of a shuffled read. */
  readonly seed?: number | undefined;
}

/** What a reader cannot see, such as marks that reverse the direction of text. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

const escaped = (char: string): string => {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
};

/** JSON strings are valid Python strings. */
export const pythonQuoted = (text: string): string => JSON.stringify(text).replaceAll(UNSEEN, escaped);

const folderOf = (uri: string): string => uri.replace(/[^/]*\.(json|tar|parquet|mds)$/, "").replace(/([^/])$/, "$1/");

const withoutScheme = (uri: string): string => uri.replace(/^s3:\/\//, "");

interface TarShards {
  readonly imports: readonly string[];
  /** A list of `bucket/key`, in shard order. */
  readonly list: string;
}

const globbed = (pattern: string): TarShards => ({
  imports: [],
  list: `sorted(storage.glob(${pythonQuoted(pattern)}))`,
});

/** A URI may name one tar, a folder of them, or a pattern with stars, braces or both. */
const tarShards = (uri: string): TarShards => {
  const [hasStars, hasBraces] = [/[*?]/.test(uri), uri.includes("{")];
  const expanded = `braceexpand(${pythonQuoted(withoutScheme(uri))})`;
  if (hasBraces && hasStars)
    return {
      imports: ["from braceexpand import braceexpand"],
      list: `sorted({shard for each in ${expanded} for shard in storage.glob(each)})`,
    };
  if (hasBraces) return { imports: ["from braceexpand import braceexpand"], list: `list(${expanded})` };
  if (hasStars) return globbed(uri);
  if (uri.endsWith(".tar")) return { imports: [], list: `[${pythonQuoted(withoutScheme(uri))}]` };
  return globbed(`${folderOf(uri)}**/*.tar`);
};

/** Shards are opened by a library and not by a shell, so that no name of an object can be a command. */
const webDataset = ({ uri }: PythonSource): string[] => {
  const { imports, list } = tarShards(uri);
  return [
    "import fsspec",
    "import webdataset as wds",
    ...imports,
    "from webdataset.gopen import gopen_schemes",
    "",
    'storage = fsspec.filesystem("s3")',
    'gopen_schemes["s3"] = lambda url, mode="rb", bufsize=8192: storage.open(url, mode)',
    `shards = ${list}`,
    'dataset = wds.WebDataset([f"s3://{shard}" for shard in shards], shardshuffle=False)',
  ];
};

const mds = ({ uri, local, seed }: PythonSource): string[] => {
  const places = `remote=${pythonQuoted(folderOf(uri))}, local=${pythonQuoted(local)}`;
  const shuffle = seed === undefined ? "shuffle=False" : `shuffle=True, shuffle_seed=${seed}`;
  return [
    "from streaming import StreamingDataset",
    "",
    `dataset = StreamingDataset(${places}, batch_size=1, ${shuffle})`,
  ];
};

/** Python code that opens a dataset in place, with the library of its format: `dataset`, or the `files` of a folder. */
export const PYTHON_READERS: Readonly<Record<PythonSource["kind"], (source: PythonSource) => readonly string[]>> = {
  MDS: mds,
  WebDataset: webDataset,
  Parquet: ({ uri }) => [
    "import pyarrow.dataset as ds",
    "",
    `dataset = ds.dataset(${pythonQuoted(uri)}, format="parquet")`,
  ],
  Lance: ({ uri }) => ["import lance", "", `dataset = lance.dataset(${pythonQuoted(uri)})`],
  folder: ({ uri }) => ["import fsspec", "", `files = fsspec.filesystem("s3").find(${pythonQuoted(folderOf(uri))})`],
};
