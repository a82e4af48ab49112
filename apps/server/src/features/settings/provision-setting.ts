import type { Db } from "../../platform/db/database.ts";
import { type AuditContext, auditActor } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { requireDeclaredFit, requireFit, subjectOf } from "./config.rules.ts";
import type { Setting } from "./declared-settings.ts";
import { takePublishedSeq } from "./publishing/published.store.ts";
import { insertVersion } from "./publishing/versions.store.ts";
import { insertConfig, lockConfigs, updateConfigRow } from "./settings.store.ts";

/** Publishes a value from a command on the server, where nobody is signed in who could be asked. */
export const provisionSetting = <V>(
  db: Db,
  context: AuditContext,
  { key, spec, description }: Setting<V>,
  given: V,
): Promise<void> => {
  const value = requireFit(spec, given);
  requireDeclaredFit(key, value);
  return db.transaction().execute(async (tx) => {
    const made = { at: context.at, by: context.actor.username };
    const isNew = await insertConfig(tx, { key, description, isSensitive: false, ...made });
    const [item] = await lockConfigs(tx, [key]);
    const version = isNew ? 1 : (item?.version ?? 0) + 1;
    const stored = { value, sealed_value: null };
    await insertVersion(tx, { key, version, schema: spec, stored, wasPublished: true, ...made });
    await updateConfigRow(tx, key, {
      version,
      value_version: version,
      published_version: version,
      published_seq: await takePublishedSeq(tx),
      updated_at: context.at,
      updated_by: context.actor.username,
    });
    await recordOperation(tx, auditActor(context), {
      opType: "Publish_config",
      subjects: [subjectOf(key)],
      meta: { version, after: value },
    });
  });
};
