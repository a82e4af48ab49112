import { DomainError } from "../../../errors.ts";
import { auditActor } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { requireDeclaredFit, requireFit, shownValue, subjectOf } from "../config.rules.ts";
import { type ConfigContext, refuseGuarded, requireChangeable, requireFreshFor } from "../guarded-config.ts";
import { getConfig, getVersion, lockLiveConfig, openValue, specOf } from "../locked-config.ts";
import type { ConfigRow } from "../settings.store.ts";
import type { ConfigDeps } from "../settings-deps.ts";
import { getPublishedValue, type Publication, setPublished } from "./publication.ts";
import { insertVersion } from "./versions.store.ts";

/** Publishes an earlier value as a new version: the version history is append-only. */
export const rollBackConfig = async (
  deps: ConfigDeps,
  context: ConfigContext,
  input: Publication & { readonly version: number },
): Promise<ConfigRow> => {
  const { db, box, announce } = deps;
  const { key, comment } = input;
  const published = await db.transaction().execute(async (tx) => {
    requireChangeable(context, key);
    requireFreshFor(context, key);
    refuseGuarded(key, "save the earlier value as a draft and publish it");
    const item = await lockLiveConfig(tx, input);
    const earlier = await getVersion(tx, key, input.version);
    if (earlier.version === item.published_version && earlier.version === item.value_version)
      throw new DomainError("conflict", `version ${earlier.version} of ${key} is what is published`);
    const schema = specOf(earlier);
    const value = requireFit(schema, openValue(box, earlier));
    requireDeclaredFit(key, value);
    const before = await getPublishedValue(tx, item);
    const version = item.version + 1;
    const stored = box.pack({ key, version }, item.is_sensitive, value);
    const made = { at: context.at, by: context.actor.username, comment, wasPublished: true };
    await insertVersion(tx, { key, version, schema, stored, ...made });
    await setPublished(tx, context, { ...item, version }, version);
    const row = await getConfig(tx, key);
    const after = shownValue(item.is_sensitive, value);
    await recordOperation(tx, auditActor(context), {
      opType: "Rollback_config",
      subjects: [subjectOf(key)],
      meta: { version, from_version: earlier.version, before_version: item.published_version, before, after },
      reason: comment,
    });
    return row;
  });
  announce();
  return published;
};
