import { parseFieldValue } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import type { Setting } from "../declared-settings.ts";
import { listPublished } from "./published.store.ts";

/**
 * The published value as this transaction sees it, else the default: for rules that must not lag behind a publication, as
 * the reader's copy in memory does. Such a key cannot be sensitive.
 */
export const readPublished = async <V>(db: Db, setting: Setting<V>): Promise<V> => {
  const { rows } = await listPublished(db, [setting.key]);
  const [row] = rows;
  if (!row || row.sealed_value !== null) return setting.defaultValue;
  const parsed = parseFieldValue(setting.spec, row.value);
  return parsed.isValid ? (parsed.value as V) : setting.defaultValue;
};
