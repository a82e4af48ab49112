import type { DatasetKind } from "@dailies/contract";
import { openFolderSource } from "./folder-source.ts";
import { openLanceSource } from "./lance-source.ts";
import { openMdsSource } from "./mds-source.ts";
import { openParquetSource } from "./parquet-source.ts";
import type { DatasetSource, ReadLimits, SourceRef } from "./source.ts";
import { openTarSource } from "./tar-source.ts";

const SOURCES: Readonly<Record<DatasetKind, (ref: SourceRef, limits: ReadLimits) => DatasetSource>> = {
  MDS: openMdsSource,
  WebDataset: openTarSource,
  Parquet: openParquetSource,
  Lance: openLanceSource,
  folder: openFolderSource,
};

export const openSource = (ref: SourceRef, limits: ReadLimits): DatasetSource => SOURCES[ref.kind](ref, limits);

/** Reading clip headers takes one or two requests each, so parts are smaller: a killed worker has less to read again. */
export const limitsFor = ({
  readsMedia,
  partSamples,
}: {
  readonly readsMedia: boolean;
  readonly partSamples?: number | undefined;
}): ReadLimits => ({
  samplesPerPart: partSamples ?? (readsMedia ? 10_000 : 50_000),
  objectsPerPart: 10_000,
  bytesPerPart: 256 * 1024 ** 2,
});
