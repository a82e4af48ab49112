import type { Place } from "../../../storage/index.ts";
import type { PlannedPart } from "./source.ts";

/** What changes between plan and reading is told, not mixed. */
export const expectObjects = (place: Place, { objects }: PlannedPart): void =>
  place.expect(objects.filter(({ etag }) => etag !== ""));
