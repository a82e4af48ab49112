import { DomainError } from "../../../errors.ts";
import { auditActor } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { subjectOf } from "../config.rules.ts";
import { type ConfigContext, requireChangeable } from "../guarded-config.ts";
import { getConfig, lockConfig } from "../locked-config.ts";
import { type ConfigRow, updateConfigRow } from "../settings.store.ts";
import type { ConfigDeps, SeenConfig } from "../settings-deps.ts";

/** Restores an archived key as a draft; it is not read until it is published again. */
export const restoreConfig = ({ db }: ConfigDeps, context: ConfigContext, seen: SeenConfig): Promise<ConfigRow> =>
  db.transaction().execute(async (tx) => {
    requireChangeable(context, seen.key);
    const item = await lockConfig(tx, seen);
    if (!item.is_archived) throw new DomainError("conflict", `${seen.key} is not in the archive`);
    const version = item.version + 1;
    const change = { version, is_archived: false, updated_at: context.at, updated_by: context.actor.username };
    await updateConfigRow(tx, seen.key, change);
    const restored = await getConfig(tx, seen.key);
    await recordOperation(tx, auditActor(context), {
      opType: "Restore_config",
      subjects: [subjectOf(seen.key)],
      meta: { version },
    });
    return restored;
  });
