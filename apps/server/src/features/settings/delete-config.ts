import { auditActor } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { shownValue, subjectOf } from "./config.rules.ts";
import { type ConfigContext, refuseGuarded, requireChangeable, requireFreshFor } from "./guarded-config.ts";
import { lockConfig } from "./locked-config.ts";
import { takePublishedSeq } from "./publishing/published.store.ts";
import { deleteConfigRow, updateConfigRow } from "./settings.store.ts";
import type { ConfigDeps, SeenConfig } from "./settings-deps.ts";

/** First archives the key, which unpublishes it; a second call deletes it with all its versions. */
export const deleteConfig = async (
  { db, announce }: ConfigDeps,
  context: ConfigContext,
  seen: SeenConfig,
): Promise<"archived" | "removed"> => {
  const { outcome, isWithdrawn } = await db.transaction().execute(async (tx) => {
    const item = await lockConfig(tx, seen);
    const { key } = item;
    const isWithdrawn = item.published_version !== null;
    requireChangeable(context, key);
    if (isWithdrawn) requireFreshFor(context, key);
    if (isWithdrawn) refuseGuarded(key, "publish the value that should apply instead of archiving it");
    if (item.is_archived) {
      await deleteConfigRow(tx, key);
    } else {
      await updateConfigRow(tx, key, {
        version: item.version + 1,
        is_archived: true,
        published_version: null,
        ...(isWithdrawn && { published_seq: await takePublishedSeq(tx) }),
        updated_at: context.at,
        updated_by: context.actor.username,
      });
    }
    await recordOperation(tx, auditActor(context), {
      opType: item.is_archived ? "Remove_config" : "Archive_config",
      subjects: [subjectOf(key)],
      meta: {
        version: item.version,
        published_version: item.published_version,
        before: shownValue(item.is_sensitive, item.newest.value),
      },
    });
    return { outcome: item.is_archived ? ("removed" as const) : ("archived" as const), isWithdrawn };
  });
  if (isWithdrawn) announce();
  return outcome;
};
