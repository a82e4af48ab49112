import type { DatasetKind } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import { readUri } from "../../../storage/index.ts";
import { type DatasetRow, findDataset } from "../../dataset.store.ts";
import { findRun, type RunRow } from "../../index-run.store.ts";
import type { IndexingDeps } from "../indexing-deps.ts";
import { limitsFor, openSource } from "../sources/open-source.ts";
import type { DatasetLayout, DatasetSource, SourceRef } from "../sources/source.ts";

export interface OpenedRun {
  readonly run: RunRow;
  readonly dataset: DatasetRow;
}

/** Undefined when the run has ended or the dataset was deleted: nothing is left to do. */
export const openRun = async ({ db }: Pick<IndexingDeps, "db">, runId: string): Promise<OpenedRun | undefined> => {
  const run = await findRun(db, runId);
  if (!run || run.finished_at !== null) return undefined;
  const dataset = await findDataset(db, run.dataset_id);
  return dataset && { run, dataset };
};

export interface OpenedSource {
  readonly ref: SourceRef;
  readonly source: DatasetSource;
}

export const openSourceOf = async (deps: IndexingDeps, dataset: DatasetRow): Promise<OpenedSource> => {
  const bucketReader = await deps.bucketReaders.openProfile(dataset.profile_id);
  const address = readUri(dataset.uri);
  if (!address) throw new DomainError("invalid", "the address of this dataset is invalid");
  const { key } = address;
  const isFolder = key === "" || key.endsWith("/");
  const ref: SourceRef = {
    bucketReader,
    root: isFolder ? key : key.slice(0, key.lastIndexOf("/") + 1),
    only: isFolder ? undefined : key,
    kind: dataset.kind as DatasetKind,
    layout: dataset.layout as DatasetLayout,
  };
  return { ref, source: openSource(ref, limitsFor(deps)) };
};
