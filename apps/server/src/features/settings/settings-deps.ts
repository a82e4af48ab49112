import type { Db } from "../../platform/db/database.ts";
import type { SettingsReader } from "./publishing/settings-reader.ts";
import type { ValueBox } from "./value-box.ts";

export interface SettingsDeps {
  readonly db: Db;
  readonly secretKey: Buffer;
  readonly settings: SettingsReader;
}

/** What the use cases of this feature need. */
export interface ConfigDeps {
  readonly db: Db;
  readonly box: ValueBox;
  /** Tells the processes that something was published; called once the transaction stands. */
  readonly announce: () => void;
}

/** A key as its caller last saw it. */
export interface SeenConfig {
  readonly key: string;
  readonly expectedVersion: number;
}
