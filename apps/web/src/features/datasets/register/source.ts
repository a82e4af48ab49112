import type { DatasetKind, DatasetSummary } from "@dailies/contract";

/** The location of a dataset and, if its format is ambiguous, how to read it. */
export interface Source {
  readonly uri: string;
  readonly kind?: DatasetKind | undefined;
  readonly layout?: DatasetSummary["layout"] | undefined;
}

export const isSameSource = (one: Source, other: Source): boolean =>
  one.uri.trim() === other.uri.trim() && one.kind === other.kind && one.layout === other.layout;
