import { type ProbedRow, probeMedia, withoutContent } from "../runs/probe-media.ts";
import { locateMedia } from "../sources/locate-media.ts";
import type { DatasetSource, PlannedPart, SampleRow, SourceRef } from "../sources/source.ts";
import { inOrder } from "./in-order.ts";

const PROBES_AT_ONCE = 16;

/** Yields the rows of a part with the location of each clip and, if requested, the metadata of its header. */
export const readRows = (
  ref: Pick<SourceRef, "bucketReader" | "root">,
  source: DatasetSource,
  part: PlannedPart,
  { readsMedia, signal }: { readonly readsMedia: boolean; readonly signal: AbortSignal },
): AsyncGenerator<ProbedRow> => {
  const complete = async (row: SampleRow): Promise<ProbedRow> => {
    const located = locateMedia(ref, row);
    if (readsMedia) return probeMedia(ref.bucketReader, located, signal);
    return located.media ? withoutContent(located, located.media) : located;
  };
  return inOrder(source.read(part, signal), readsMedia ? PROBES_AT_ONCE : 1, complete);
};
