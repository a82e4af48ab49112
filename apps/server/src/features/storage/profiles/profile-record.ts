import type { Selectable } from "kysely";
import type { StorageProfile } from "../../../platform/db/database.types.ts";

export type ProfileRow = Selectable<StorageProfile>;

/** A place as somebody wishes it to be. */
export interface ProfileInput {
  readonly name: string;
  /** Null is the store that the console itself runs on. */
  readonly endpoint: string | null;
  readonly publicEndpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly isPathStyle: boolean;
  readonly accessKeyId: string | null;
}
