import type { PartObject, PlannedPart, ReadLimits } from "../sources/source.ts";

export interface SizedObject extends PartObject {
  /** An estimate if the exact count is not known. */
  readonly samples: number;
  /** Bytes that must be read to index it. */
  readonly loadBytes: number;
}

/** Bundles neighbours from the beginning, so that a dataset that only grows keeps its earlier parts unchanged. */
export const bundleParts = (objects: readonly SizedObject[], limits: ReadLimits): PlannedPart[] => {
  const parts: PlannedPart[] = [];
  let open: PartObject[] = [];
  let samples = 0;
  let bytes = 0;
  for (const { samples: more, loadBytes, ...object } of objects) {
    const isFull =
      samples + more > limits.samplesPerPart ||
      bytes + loadBytes > limits.bytesPerPart ||
      open.length >= limits.objectsPerPart;
    if (open.length > 0 && isFull) {
      parts.push({ objects: open });
      open = [];
      samples = 0;
      bytes = 0;
    }
    open.push(object);
    samples += more;
    bytes += loadBytes;
  }
  if (open.length > 0) parts.push({ objects: open });
  return parts;
};
