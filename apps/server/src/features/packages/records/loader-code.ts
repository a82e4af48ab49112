import type { PackageFormat } from "@dailies/contract";

export interface LoadedPackage {
  readonly name: string;
  readonly number: number;
  readonly format: PackageFormat;
  readonly uri: string;
}

/** Everything but printable ASCII, also line separators that end a line of Python. */
const UNPRINTABLE = /[^\u0020-\u007e]/gu;

const escaped = (char: string): string => {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
};

/** A JSON string in ASCII is a Python string; only characters beyond the first 65,536 are written differently. */
export const pythonQuoted = (text: string): string => JSON.stringify(text).replaceAll(UNPRINTABLE, escaped);

/** Of letters that mean nothing to a file system or a shell. */
const localFolder = ({ name, number }: LoadedPackage): string =>
  `/tmp/${name.replaceAll(/[^A-Za-z0-9_-]+/g, "-").replaceAll(/^-+|-+$/g, "") || "package"}-${number}`;

const mds = (source: LoadedPackage): readonly string[] => [
  "from streaming import StreamingDataset",
  "",
  "dataset = StreamingDataset(",
  `    remote=${pythonQuoted(source.uri)},`,
  `    local=${pythonQuoted(localFolder(source))},`,
  "    batch_size=1,",
  "    shuffle=False,",
  ")",
  "print(len(dataset), dataset[0].keys())",
];

/** Shards are opened by a library and not by a shell, so that no name can be a command. */
const webDataset = ({ uri }: LoadedPackage): readonly string[] => [
  "import fsspec",
  "import webdataset as wds",
  "from webdataset.gopen import gopen_schemes",
  "",
  'storage = fsspec.filesystem("s3")',
  'gopen_schemes["s3"] = lambda url, mode="rb", bufsize=8192: storage.open(url, mode)',
  `shards = [f"s3://{shard}" for shard in sorted(storage.glob(${pythonQuoted(`${uri}*.tar`)}))]`,
  "dataset = wds.WebDataset(shards, shardshuffle=False)",
  "print(next(iter(dataset)).keys())",
];

/** Only the shards: the folder also has the manifest and the list of items. */
const parquet = ({ uri }: LoadedPackage): readonly string[] => [
  "import fsspec",
  "import pyarrow.dataset as ds",
  "",
  'storage = fsspec.filesystem("s3")',
  `shards = sorted(storage.glob(${pythonQuoted(`${uri}*.parquet`)}))`,
  'dataset = ds.dataset(shards, filesystem=storage, format="parquet")',
  "print(dataset.count_rows(), dataset.schema.names)",
];

const lance = ({ uri }: LoadedPackage): readonly string[] => [
  "import lance",
  "",
  `dataset = lance.dataset(${pythonQuoted(uri)})`,
  "print(dataset.count_rows(), dataset.schema.names)",
];

const LOADERS: Readonly<Record<PackageFormat, (source: LoadedPackage) => readonly string[]>> = {
  MDS: mds,
  WebDataset: webDataset,
  Parquet: parquet,
  Lance: lance,
};

/** Python that reads the samples of a package in their order, with the library of its format. It contains no keys. */
export const loaderCode = (source: LoadedPackage): string =>
  ["# Needs the keys and the endpoint of the storage in the environment.", ...LOADERS[source.format](source), ""].join(
    "\n",
  );
