import type { FieldSpec } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { auditActor } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { requireFit, shownValue, subjectOf } from "./config.rules.ts";
import { isGuardedKey } from "./declared-settings.ts";
import { type ConfigContext, requireChangeable } from "./guarded-config.ts";
import { getConfig } from "./locked-config.ts";
import { insertVersion } from "./publishing/versions.store.ts";
import { type ConfigRow, findConfig, insertConfig } from "./settings.store.ts";
import type { ConfigDeps } from "./settings-deps.ts";

export interface NewConfig {
  readonly key: string;
  readonly schema: FieldSpec;
  readonly value: unknown;
  readonly description: string;
  readonly isSensitive: boolean;
}

/** Adds a key as a draft. Whether it is sensitive cannot be changed later. */
export const createConfig = (
  { db, box }: ConfigDeps,
  context: ConfigContext,
  config: NewConfig,
): Promise<ConfigRow> => {
  const { key, schema, description, isSensitive } = config;
  requireChangeable(context, key);
  if (isSensitive && isGuardedKey(key))
    throw new DomainError("invalid", `${key} is read in plain text: it cannot be sensitive`);
  const value = requireFit(schema, config.value);
  return db.transaction().execute(async (tx) => {
    if (!(await insertConfig(tx, { key, description, isSensitive, at: context.at, by: context.actor.username }))) {
      const isArchived = (await findConfig(tx, key))?.is_archived;
      throw new DomainError("conflict", isArchived ? `${key} is in the archive, restore it` : `${key} exists already`);
    }
    const stored = box.pack({ key, version: 1 }, isSensitive, value);
    await insertVersion(tx, { key, version: 1, schema, stored, at: context.at, by: context.actor.username });
    const created = await getConfig(tx, key);
    await recordOperation(tx, auditActor(context), {
      opType: "Create_config",
      subjects: [subjectOf(key)],
      meta: { version: 1, schema, description, after: shownValue(isSensitive, value) },
    });
    return created;
  });
};
