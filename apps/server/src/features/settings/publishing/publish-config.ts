import { DomainError } from "../../../errors.ts";
import { type AuditContext, auditActor } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { requireDeclaredFit, shownValue, subjectOf } from "../config.rules.ts";
import { getConfig, lockLiveConfig, openValue } from "../locked-config.ts";
import type { ConfigRow } from "../settings.store.ts";
import type { ConfigDeps } from "../settings-deps.ts";
import { getPublishedValue, type Publication, setPublished } from "./publication.ts";
import { markPublished } from "./versions.store.ts";

/** Publishes the newest value to servers and workers. */
export const publishConfig = async (
  deps: ConfigDeps,
  context: AuditContext,
  input: Publication,
): Promise<ConfigRow> => {
  const { db, box, announce } = deps;
  const { key, comment } = input;
  const published = await db.transaction().execute(async (tx) => {
    const item = await lockLiveConfig(tx, input);
    const { value_version: version } = item;
    if (item.published_version === version) throw new DomainError("conflict", `${key} is published as it is`);
    const value = openValue(box, item.newest);
    requireDeclaredFit(key, value);
    const before = await getPublishedValue(tx, item);
    await markPublished(tx, key, version, comment);
    await setPublished(tx, context, item, version);
    const row = await getConfig(tx, key);
    await recordOperation(tx, auditActor(context), {
      opType: "Publish_config",
      subjects: [subjectOf(key)],
      meta: { version, before_version: item.published_version, before, after: shownValue(item.is_sensitive, value) },
      reason: comment,
    });
    return row;
  });
  announce();
  return published;
};
