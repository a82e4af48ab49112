import type { StorageDeps } from "../storage-deps.ts";
import type { ProfileRow } from "./profile-record.ts";

/** The console's own item tables, staged parts, posters and exports; no dataset may use it. */
export const RESERVED_FOLDER = "catalogue/";

export const reservedIn = (
  { own }: Pick<StorageDeps, "own">,
  { endpoint, bucket }: Pick<ProfileRow, "endpoint" | "bucket">,
): readonly string[] => (endpoint === null && bucket === own.datasetsBucket ? [RESERVED_FOLDER] : []);
