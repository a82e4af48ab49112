import type { BucketReader } from "../../../storage/index.ts";
import type { PlannedPart } from "./source.ts";

/** Fails if an object changes between planning and reading, instead of mixing two states. */
export const expectObjects = (bucketReader: BucketReader, { objects }: PlannedPart): void =>
  bucketReader.expect(objects.filter(({ etag }) => etag !== ""));
