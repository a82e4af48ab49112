import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Lark } from "../../platform/lark/lark.ts";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";

export interface ExportsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: ObjectStorage;
  readonly publicOrigin: string;
  /** Undefined when this installation has no Lark credentials. */
  readonly lark: Lark | undefined;
}
