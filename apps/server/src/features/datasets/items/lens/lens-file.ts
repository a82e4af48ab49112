import { rm } from "node:fs/promises";
import type { LensColumn, LensStats } from "./lens-columns.ts";

/** Changed whenever what is written changes: a copy of another form is made anew. */
export const LENS_FORMAT = 1;

/** What a copy says of itself. */
export interface LensAbout {
  readonly format: number;
  readonly rows: number;
  readonly columns: readonly LensColumn[];
  /** In the order of the columns, then of those that are derived from them. */
  readonly stats: readonly LensStats[];
}

/** What every DuckDB of ours may do: compute, on its own files. */
export const SEALED_OPTIONS: Readonly<Record<string, string>> = {
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false",
  allow_community_extensions: "false",
};

/** It takes more room than all copies together may. */
export class LensTooLarge extends Error {}

/** The file is no copy, a broken one, or one of another form. */
export class UnreadableLens extends Error {}

export const removeLens = async (path: string): Promise<void> => {
  await rm(path, { force: true });
  await rm(`${path}.wal`, { force: true });
};
