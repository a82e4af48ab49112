import type { SecretKeys } from "../../platform/crypto/secret-keys.ts";
import type { Db } from "../../platform/db/database.ts";
import type { SettingsReader } from "./publishing/settings-reader.ts";
import type { ValueBox } from "./value-box.ts";

export interface SettingsDeps {
  readonly db: Db;
  readonly secretKeys: SecretKeys;
  readonly settings: SettingsReader;
}

export interface ConfigDeps {
  readonly db: Db;
  readonly box: ValueBox;
  /** Notifies other processes of a publication; call it after commit. */
  readonly announce: () => void;
}

/** A key and the version that the caller last read. */
export interface SeenConfig {
  readonly key: string;
  readonly expectedVersion: number;
}
