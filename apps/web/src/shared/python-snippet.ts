import type { DatasetSummary } from "@dailies/contract";

export interface PythonSource {
  readonly kind: DatasetSummary["kind"];
  readonly uri: string;
  /** Where a reader that downloads shards may store them. */
  readonly local: string;
  /** The seed of a shuffled read. */
  readonly seed?: number | undefined;
}

/** JSON strings are valid Python strings. */
export const pythonQuoted = (text: string): string => JSON.stringify(text);

const folderOf = (uri: string): string => uri.replace(/[^/]*\.(json|tar|parquet|mds)$/, "").replace(/([^/])$/, "$1/");

const withoutScheme = (uri: string): string => uri.replace(/^s3:\/\//, "");

interface TarShards {
  readonly imports: readonly string[];
  /** A list of `bucket/key`, in shard order. */
  readonly list: string;
}

const globbed = (pattern: string): TarShards => ({
  imports: ["import fsspec"],
  list: `sorted(fsspec.filesystem("s3").glob(${pythonQuoted(pattern)}))`,
});

/** A URI may name one tar, a folder of them, or a pattern with stars, braces or both. */
const tarShards = (uri: string): TarShards => {
  const [hasStars, hasBraces] = [/[*?]/.test(uri), uri.includes("{")];
  const expanded = `braceexpand(${pythonQuoted(withoutScheme(uri))})`;
  if (hasBraces && hasStars)
    return {
      imports: ["import fsspec", "from braceexpand import braceexpand"],
      list: `sorted({shard for each in ${expanded} for shard in fsspec.filesystem("s3").glob(each)})`,
    };
  if (hasBraces) return { imports: ["from braceexpand import braceexpand"], list: `list(${expanded})` };
  if (hasStars) return globbed(uri);
  if (uri.endsWith(".tar")) return { imports: [], list: `[${pythonQuoted(withoutScheme(uri))}]` };
  return globbed(`${folderOf(uri)}**/*.tar`);
};

const webDataset = ({ uri }: PythonSource): string[] => {
  const { imports, list } = tarShards(uri);
  return [
    ...imports,
    "import webdataset as wds",
    "",
    `shards = ${list}`,
    'dataset = wds.WebDataset([f"pipe:aws s3 cp s3://{shard} -" for shard in shards], shardshuffle=False)',
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
