import type { FieldSpec, FieldValue } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { SealError } from "../../platform/crypto/seal.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { findVersion, type VersionRow } from "./publishing/versions.store.ts";
import { type ConfigRow, findConfig, type LockedRow, lockConfigs } from "./settings.store.ts";
import type { SeenConfig } from "./settings-deps.ts";
import type { ValueBox } from "./value-box.ts";

export interface LockedConfig extends LockedRow {
  readonly newest: VersionRow;
}

/** Locks the key until the transaction ends; refuses when it changed since the caller read it. */
export const lockConfig = async (tx: Tx, { key, expectedVersion }: SeenConfig): Promise<LockedConfig> => {
  const [item] = await lockConfigs(tx, [key]);
  if (!item) throw new DomainError("not_found", `there is no key ${key}`);
  if (item.version !== expectedVersion) {
    const { version, updated_by } = item;
    const words = `${key} was changed by ${updated_by} meanwhile: it is at version ${version}, you saw ${expectedVersion}`;
    throw new DomainError("conflict", words);
  }
  return { ...item, newest: await getVersion(tx, key, item.value_version) };
};

/** The same, but refuses archived keys. */
export const lockLiveConfig = async (tx: Tx, seen: SeenConfig): Promise<LockedConfig> => {
  const item = await lockConfig(tx, seen);
  if (item.is_archived) throw new DomainError("conflict", `${seen.key} is archived, restore it first`);
  return item;
};

export const getVersion = async (tx: Tx, key: string, version: number): Promise<VersionRow> => {
  const row = await findVersion(tx, key, version);
  if (!row) throw new DomainError("not_found", `${key} has no version ${version}`);
  return row;
};

export const getConfig = async (db: Db, key: string): Promise<ConfigRow> => {
  const row = await findConfig(db, key);
  if (!row) throw new DomainError("not_found", `there is no key ${key}`);
  return row;
};

export const openValue = (box: ValueBox, row: VersionRow): FieldValue => {
  try {
    return box.unpack(row, row) as FieldValue;
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    const words = `version ${row.version} of ${row.key} can no longer be opened, enter its value again`;
    throw new DomainError("conflict", words, { cause: error });
  }
};

export const specOf = (row: { readonly schema: unknown }): FieldSpec => row.schema as FieldSpec;
