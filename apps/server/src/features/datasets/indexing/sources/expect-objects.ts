import type { BucketReader } from "../../../storage/index.ts";
import type { PlannedPart } from "./source.ts";

/** What changes between plan and reading is told, not mixed. */
export const expectObjects = (bucketReader: BucketReader, { objects }: PlannedPart): void =>
  bucketReader.expect(objects.filter(({ etag }) => etag !== ""));
