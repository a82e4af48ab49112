import type { DatasetSummary } from "@dailies/contract";
import { PYTHON_READERS, pythonQuoted } from "../../shared/python-snippet.ts";

type Source = Pick<DatasetSummary, "kind" | "uri" | "name" | "profile_name">;

const localName = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^-+|-+$/g, "") || "data";

const ROWS = "print(dataset.count_rows(), dataset.schema)";

const FIRST_LOOK: Readonly<Record<DatasetSummary["kind"], string>> = {
  MDS: "print(len(dataset), dataset[0].keys())",
  WebDataset: "print(next(iter(dataset)).keys())",
  Parquet: ROWS,
  Lance: ROWS,
  folder: "print(len(files), files[:5])",
};

/** Python code that opens the dataset in its location with the library of its format. It never contains keys. */
export const pythonSnippet = ({ kind, uri, name, profile_name }: Source): string =>
  [
    `# Needs the keys and the endpoint of the storage profile ${pythonQuoted(profile_name)} in the environment.`,
    ...PYTHON_READERS[kind]({ kind, uri, local: `/tmp/${localName(name)}` }),
    FIRST_LOOK[kind],
    "",
  ].join("\n");
