import type { FieldValue } from "@dailies/contract";
import { createSeal, SealError } from "../../platform/crypto/seal.ts";
import type { SealedColumn } from "../../platform/crypto/sealed-column.ts";
import type { SecretKeys } from "../../platform/crypto/secret-keys.ts";

export const sensitiveValues: SealedColumn = {
  purpose: "settings",
  table: "config_version",
  column: "sealed_value",
  boundTo: ["key", "version"],
};

/** A row of config_version holds a value either in plain text or encrypted, never both. */
export interface StoredValue {
  readonly value: unknown;
  readonly sealed_value: Buffer | null;
}

interface SettingVersion {
  readonly key: string;
  readonly version: number;
}

export interface ValueBox {
  pack(settingVersion: SettingVersion, isSensitive: boolean, value: FieldValue): StoredValue;
  /** Throws a SealError when the value cannot be decrypted. */
  unpack(settingVersion: SettingVersion, stored: StoredValue): unknown;
}

/** Encrypted for its key and version: it cannot be decrypted in another row. */
export const createValueBox = (secretKeys: SecretKeys): ValueBox => {
  const { seal, open } = createSeal(secretKeys, sensitiveValues.purpose);
  const describe = ({ key, version }: SettingVersion): readonly string[] => [key, String(version)];
  return {
    pack: (settingVersion, isSensitive, value) =>
      isSensitive
        ? { value: null, sealed_value: seal(JSON.stringify(value), describe(settingVersion)) }
        : { value, sealed_value: null },
    unpack: (settingVersion, stored) =>
      stored.sealed_value === null ? stored.value : parseOpened(open(stored.sealed_value, describe(settingVersion))),
  };
};

const parseOpened = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's error would quote the secret text.
    throw new SealError("the sealed value has an invalid content");
  }
};
