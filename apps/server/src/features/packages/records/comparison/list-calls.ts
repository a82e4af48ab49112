import type { PackageComparison } from "@dailies/contract";
import { defineCall } from "../../../../platform/processes/calls.ts";

type Result = NonNullable<PackageComparison["result"]>;

export interface ListedClip {
  readonly key: string;
  /** Of its item in the dataset version. */
  readonly ordinal: number;
}

export interface ComparedSample extends ListedClip {
  /** Of everything that the package has of the sample. */
  readonly fingerprint: bigint;
  /** In the order of the measures that the lists were opened with. */
  readonly measures: readonly (number | null)[];
}

export type Side = "package" | "against";

export interface ClipList {
  readonly items: number;
  /** Some of them. */
  readonly clips: ListedClip[];
}

export interface ComparedResult extends Pick<Result, "same" | "histograms"> {
  readonly added: ClipList;
  readonly removed: ClipList;
  readonly changed: ClipList;
}

export interface ComparedListsOptions {
  /** An empty folder for the tables and what does not fit into memory. */
  readonly folder: string;
  readonly memoryBytes: number;
  readonly threads: number;
  /** The numbers whose distributions are compared, by name. */
  readonly measures: readonly string[];
  /** Which keys are listed: the first ones, or some from anywhere, the same ones each time. */
  readonly listed: "first" | "scattered";
}

const LISTS = { running: 1, waiting: 100, timeMs: 6 * 3_600_000, graceMs: 1_000 };

/** What is asked about two item lists, of the one process that has them. */
export const listCalls = {
  open: defineCall<ComparedListsOptions, void>("lists.open", LISTS),
  /** In the order of the package. */
  append: defineCall<{ readonly side: Side; readonly samples: readonly ComparedSample[] }, void>("lists.append", LISTS),
  compare: defineCall<null, ComparedResult>("lists.compare", LISTS),
  durationOf: defineCall<Side, number | null>("lists.durationOf", LISTS),
};
