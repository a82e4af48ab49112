import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/database.ts";
import type { ObjectStorage } from "../../platform/object-storage.ts";
import type { Boards } from "./open-boards.ts";

export interface LeaderboardsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: ObjectStorage;
  readonly boards: Boards;
}
