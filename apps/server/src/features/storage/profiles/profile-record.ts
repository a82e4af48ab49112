import type { Selectable } from "kysely";
import type { StorageProfile } from "../../../platform/db/database.types.ts";

export type ProfileRow = Selectable<StorageProfile>;

/** The fields of a profile that users set. */
export interface ProfileInput {
  readonly name: string;
  /** Null means the console's own store. */
  readonly endpoint: string | null;
  readonly publicEndpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly isPathStyle: boolean;
  readonly accessKeyId: string | null;
}
