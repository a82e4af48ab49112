import type { DatasetDetail, DatasetView } from "@dailies/contract";
import type { ColumnGroup, PackageDraft } from "./package-draft.ts";

export interface SectionProps {
  draft: PackageDraft;
  onChange: (patch: Partial<PackageDraft>) => void;
  /** The chosen dataset and view, once they are loaded. */
  dataset: DatasetDetail | undefined;
  view: DatasetView | undefined;
  groups: readonly ColumnGroup[];
  /** Names in the package by source. */
  columns: Readonly<Record<string, string>>;
  /** The user tried to create it: say what is missing. */
  areFaultsShown: boolean;
}
