import { formatFieldValue } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { type AuditContext, auditActor } from "../../../request-context.ts";
import { requestApproval } from "../../approvals/index.ts";
import { type Operation, recordOperations } from "../../operation-log/index.ts";
import { requireDeclaredFit, shownValue, subjectOf } from "../config.rules.ts";
import { findDeclared, isGuardedKey } from "../declared-settings.ts";
import { type ConfigContext, requireChangeable, requireFreshFor } from "../guarded-config.ts";
import { getConfig, lockLiveConfig, openValue } from "../locked-config.ts";
import type { ConfigRow } from "../settings.store.ts";
import type { ConfigDeps } from "../settings-deps.ts";
import type { ValueBox } from "../value-box.ts";
import { getPublishedValue, type Publication, setPublished } from "./publication.ts";
import { markPublished } from "./versions.store.ts";

/** Publishes the newest value to servers and workers, or asks a second person to when the key is guarded. */
export const publishConfig = async (
  deps: ConfigDeps,
  context: ConfigContext,
  input: Publication,
): Promise<ConfigRow> => {
  const { db, box, announce } = deps;
  const { key } = input;
  requireChangeable(context, key);
  requireFreshFor(context, key);
  const published = await db.transaction().execute(async (tx) => {
    const operation = isGuardedKey(key)
      ? await askToPublish(tx, box, context, input)
      : await applyPublication(tx, box, context, input);
    const row = await getConfig(tx, key);
    await recordOperations(tx, auditActor(context), [operation]);
    return row;
  });
  announce();
  return published;
};

/** The newest value, if it can be published. */
const lockUnpublished = async (tx: Tx, box: ValueBox, input: Publication) => {
  const item = await lockLiveConfig(tx, input);
  if (item.published_version === item.value_version) {
    throw new DomainError("conflict", `${input.key} is published as it is`);
  }
  const value = openValue(box, item.newest);
  requireDeclaredFit(input.key, value);
  return { item, value, before: await getPublishedValue(tx, item) };
};

/** Publishes in the caller's transaction; returns the audit entry, which the caller writes last. */
export const applyPublication = async (
  tx: Tx,
  box: ValueBox,
  context: AuditContext,
  input: Publication,
): Promise<Operation> => {
  const { key, comment } = input;
  const { item, value, before } = await lockUnpublished(tx, box, input);
  const { value_version: version } = item;
  await markPublished(tx, key, version, comment);
  await setPublished(tx, context, item, version);
  return {
    opType: "Publish_config",
    subjects: [subjectOf(key)],
    meta: { version, before_version: item.published_version, before, after: shownValue(item.is_sensitive, value) },
    reason: comment,
  };
};

const askToPublish = async (tx: Tx, box: ValueBox, context: AuditContext, input: Publication): Promise<Operation> => {
  const { value, before } = await lockUnpublished(tx, box, input);
  const shown = (before ?? findDeclared(input.key)?.defaultValue ?? "") as Parameters<typeof formatFieldValue>[0];
  return requestApproval(tx, auditActor(context), {
    kind: "config",
    subject: subjectOf(input.key),
    target: input.key,
    details: { before: formatFieldValue(shown), after: formatFieldValue(value) },
    change: input,
    reason: input.comment,
  });
};
