import type { Db } from "../../../platform/db/database.ts";
import { auditActor } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { subjectOf } from "../config.rules.ts";
import { type ConfigContext, mayChange } from "../guarded-config.ts";
import { listConfigsByKey, lockConfigs } from "../settings.store.ts";
import type { ConfigDeps } from "../settings-deps.ts";
import { type ImportedItem, type ImportStep, planImport } from "./import.rules.ts";
import { importItems, importVersions } from "./import.store.ts";

const plan = async (db: Db, context: ConfigContext, items: readonly ImportedItem[]): Promise<ImportStep[]> => {
  const rows = await listConfigsByKey(db, [...new Set(items.map((item) => item.key))]);
  return planImport(items, new Map(rows.map((row) => [row.key, row])), (key) => mayChange(context, key));
};

/** Dry run: what an import would do. */
export const previewImport = (
  { db }: ConfigDeps,
  context: ConfigContext,
  items: readonly ImportedItem[],
): Promise<ImportStep[]> => plan(db, context, items);

/** Imports all accepted values as drafts in one transaction; reports the refused ones. */
export const importConfigs = (
  { db }: ConfigDeps,
  context: ConfigContext,
  items: readonly ImportedItem[],
): Promise<ImportStep[]> =>
  db.transaction().execute(async (tx) => {
    const keys = items.map((item) => item.key);
    await lockConfigs(tx, keys);
    const steps = await plan(tx, context, items);
    const changes = steps.filter(({ action }) => action === "create" || action === "update");
    const [first, ...others] = changes.map(({ key }) => subjectOf(key));
    if (first === undefined) return steps;
    const versions = await importItems(tx, changes, { at: context.at, by: context.actor.username });
    await importVersions(tx, changes, { versions, at: context.at, by: context.actor.username });
    await recordOperation(tx, auditActor(context), {
      opType: "Import_configs",
      subjects: [first, ...others],
      // The values themselves are in the versions listed here.
      meta: { items: changes.map(({ key, action }) => ({ key, action, version: versions.get(key) })) },
    });
    return steps;
  });
