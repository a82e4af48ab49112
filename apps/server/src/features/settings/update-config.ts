import { type FieldSpec, type FieldValue, sameValue } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { auditActor } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { requireFit, sameSpec, shownValue, subjectOf } from "./config.rules.ts";
import { type ConfigContext, requireChangeable } from "./guarded-config.ts";
import { getConfig, type LockedConfig, lockLiveConfig, openValue, specOf } from "./locked-config.ts";
import { insertVersion } from "./publishing/versions.store.ts";
import { type ConfigRow, updateConfigRow } from "./settings.store.ts";
import type { ConfigDeps, SeenConfig } from "./settings-deps.ts";
import type { ValueBox } from "./value-box.ts";

export interface ConfigUpdateInput extends SeenConfig {
  /** Absent: unchanged. */
  readonly value?: FieldValue | undefined;
  readonly schema?: FieldSpec | undefined;
  readonly description?: string | undefined;
}

interface NextValue {
  readonly schema: FieldSpec;
  readonly value: FieldValue;
}

/** Changes the draft. A new description alone increases the version but leaves nothing to publish. */
export const updateConfig = (
  { db, box }: ConfigDeps,
  context: ConfigContext,
  input: ConfigUpdateInput,
): Promise<ConfigRow> =>
  db.transaction().execute(async (tx) => {
    requireChangeable(context, input.key);
    const item = await lockLiveConfig(tx, input);
    const { key, is_sensitive } = item;
    const next = nextValue(box, item, input);
    const description = input.description ?? item.description;
    if (!next && description === item.description) return getConfig(tx, key);

    const version = item.version + 1;
    if (next) {
      const stored = box.pack({ key, version }, is_sensitive, next.value);
      await insertVersion(tx, {
        key,
        version,
        schema: next.schema,
        stored,
        at: context.at,
        by: context.actor.username,
      });
    }
    await updateConfigRow(tx, key, {
      version,
      ...(next && { value_version: version }),
      description,
      updated_at: context.at,
      updated_by: context.actor.username,
    });
    const updated = await getConfig(tx, key);
    await recordOperation(tx, auditActor(context), {
      opType: "Update_config",
      subjects: [subjectOf(key)],
      meta: { version, ...describeChange(item, next, description) },
    });
    return updated;
  });

/** The value of the new version; undefined when value and type are unchanged. */
const nextValue = (box: ValueBox, item: LockedConfig, input: ConfigUpdateInput): NextValue | undefined => {
  const before = specOf(item.newest);
  const schema = input.schema ?? before;
  const isSameSpec = sameSpec(schema, before);
  if (item.is_sensitive) {
    // Prevents an oracle: trying types on a hidden value, or learning that a guess equals it, would reveal it bit by bit.
    if (input.value === undefined && !isSameSpec)
      throw new DomainError("invalid", "the value is sensitive: enter it again together with the new type");
    return input.value === undefined ? undefined : { schema, value: requireFit(schema, input.value) };
  }
  const current = openValue(box, item.newest);
  const value = requireFit(schema, input.value ?? current);
  return isSameSpec && sameValue(value, current) ? undefined : { schema, value };
};

const describeChange = (item: LockedConfig, next: NextValue | undefined, description: string) => ({
  ...(next && {
    before: shownValue(item.is_sensitive, item.newest.value),
    after: shownValue(item.is_sensitive, next.value),
  }),
  ...(next && !sameSpec(next.schema, specOf(item.newest)) && { schema: next.schema }),
  ...(description !== item.description && { description }),
});
