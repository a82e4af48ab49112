import type { Tx } from "../../../platform/db/database.ts";
import type { AuditContext } from "../../../request-context.ts";
import { shownValue } from "../config.rules.ts";
import { getVersion, type LockedConfig } from "../locked-config.ts";
import { updateConfigRow } from "../settings.store.ts";
import type { SeenConfig } from "../settings-deps.ts";
import { takePublishedSeq } from "./published.store.ts";

export interface Publication extends SeenConfig {
  readonly comment: string;
}

/** The published value, redacted for the audit entry. */
export const getPublishedValue = async (tx: Tx, item: LockedConfig): Promise<unknown> => {
  if (item.published_version === null) return null;
  return shownValue(item.is_sensitive, (await getVersion(tx, item.key, item.published_version)).value);
};

export const setPublished = async (
  tx: Tx,
  context: AuditContext,
  item: LockedConfig,
  valueVersion: number,
): Promise<void> =>
  updateConfigRow(tx, item.key, {
    version: item.version,
    value_version: valueVersion,
    published_version: valueVersion,
    published_seq: await takePublishedSeq(tx),
    updated_at: context.at,
    updated_by: context.actor.username,
  });
