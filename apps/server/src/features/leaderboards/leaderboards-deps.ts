import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import type { Boards } from "./board/open-boards.ts";

export interface LeaderboardsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: ObjectStorage;
  readonly boards: Boards;
}
