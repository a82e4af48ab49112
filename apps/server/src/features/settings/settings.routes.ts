// Dynamic config: drafts, publication, history and rollback of values read by servers and workers. Serves the
// specification's routes under /config and our additions.
import type { ConfigItem, ConfigVersion, FieldValue, settingsRoutes, WaitingApproval } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Db } from "../../platform/db/database.ts";
import { listWaiting } from "../approvals/index.ts";
import { subjectOf } from "./config.rules.ts";
import { createConfig } from "./create-config.ts";
import { DECLARED, isGuardedKey } from "./declared-settings.ts";
import { deleteConfig } from "./delete-config.ts";
import { importConfigs, previewImport } from "./import/import-configs.ts";
import { getConfig, specOf } from "./locked-config.ts";
import { publishConfig } from "./publishing/publish-config.ts";
import { restoreConfig } from "./publishing/restore-config.ts";
import { rollBackConfig } from "./publishing/roll-back-config.ts";
import { listVersions, type VersionRow } from "./publishing/versions.store.ts";
import {
  type ConfigRow,
  countConfigs,
  listConfigs,
  listConfigsByKey,
  listNamespaces,
  listPublishedForExport,
} from "./settings.store.ts";
import type { ConfigDeps, SettingsDeps } from "./settings-deps.ts";
import { updateConfig } from "./update-config.ts";
import { createValueBox } from "./value-box.ts";

const VERSIONS_PER_PAGE = 50;

const statusOf = (row: ConfigRow): ConfigItem["status"] => {
  if (row.is_archived) return "archived";
  return row.published_version === row.value_version ? "published" : "draft";
};

const toItem = (row: ConfigRow, waiting?: WaitingApproval): ConfigItem => {
  const schema = specOf(row);
  return {
    key: row.key,
    value_type: schema.type,
    value: row.is_sensitive ? null : (row.value as FieldValue),
    published_value: row.is_sensitive ? null : (row.published_value as FieldValue | null),
    schema,
    description: row.description,
    status: statusOf(row),
    version: row.version,
    value_version: row.value_version,
    published_version: row.published_version,
    comment: row.comment ?? "",
    sensitive: row.is_sensitive,
    guarded: isGuardedKey(row.key),
    waiting: waiting ?? null,
    updated_at: row.updated_at.toISOString(),
    updated_by: row.updated_by,
  };
};

/** Adds the pending approvals, which only guarded keys have. */
const toItems = async (db: Db, rows: readonly ConfigRow[]): Promise<ConfigItem[]> => {
  const guarded = rows.filter(({ key }) => isGuardedKey(key)).map(({ key }) => subjectOf(key));
  const waiting = await listWaiting(db, "config", guarded);
  return rows.map((row) => toItem(row, waiting.get(subjectOf(row.key))));
};

const toVersion = (row: VersionRow): ConfigVersion => ({
  version: row.version,
  value: row.sealed_value === null ? (row.value as FieldValue) : null,
  schema: specOf(row),
  was_published: row.was_published,
  comment: row.comment,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
});

const declared = DECLARED.map(({ key, spec, defaultValue, description }) => ({
  key,
  schema: spec,
  default_value: defaultValue,
  description,
}));

export const configDepsOf = ({ db, secretKeys, settings }: SettingsDeps): ConfigDeps => ({
  db,
  box: createValueBox(secretKeys),
  announce: () => settings.announce(),
});

export const settingsHandlers = (settingsDeps: SettingsDeps): Handlers<typeof settingsRoutes> => {
  const deps = configDepsOf(settingsDeps);
  const { db } = deps;
  const seen = (body: { key: string; expected_version: number }) => ({
    key: body.key,
    expectedVersion: body.expected_version,
  });

  return {
    async getConfigs({ body }) {
      return { items: await toItems(db, await listConfigsByKey(db, body.keys)) };
    },

    async listConfigs({ body: { limit, offset, ...filter } }) {
      const [rows, total, namespaces] = await Promise.all([
        listConfigs(db, filter, { limit, offset }),
        countConfigs(db, filter),
        listNamespaces(db),
      ]);
      return { items: await toItems(db, rows), total, namespaces, declared };
    },

    async createConfig(call) {
      const { key, schema, value, description, sensitive } = call.body;
      return toItem(
        await createConfig(deps, call.context, { key, schema, value, description, isSensitive: sensitive }),
      );
    },

    async updateConfig(call) {
      const { value, schema, description } = call.body;
      return toItem(await updateConfig(deps, call.context, { ...seen(call.body), value, schema, description }));
    },

    async publishConfig(call) {
      const row = await publishConfig(deps, call.context, { ...seen(call.body), comment: call.body.comment });
      const waiting = await listWaiting(db, "config", [subjectOf(row.key)]);
      return toItem(row, waiting.get(subjectOf(row.key)));
    },

    async listVersions({ body: { key, before } }) {
      await getConfig(db, key);
      const rows = await listVersions(db, key, { before, limit: VERSIONS_PER_PAGE + 1 });
      return { items: rows.slice(0, VERSIONS_PER_PAGE).map(toVersion), has_more: rows.length > VERSIONS_PER_PAGE };
    },

    async rollBackConfig(call) {
      const { version, comment } = call.body;
      return toItem(await rollBackConfig(deps, call.context, { ...seen(call.body), version, comment }));
    },

    async deleteConfig(call) {
      return { outcome: await deleteConfig(deps, call.context, seen(call.body)) };
    },

    async restoreConfig(call) {
      return toItem(await restoreConfig(deps, call.context, seen(call.body)));
    },

    async exportConfigs({ body }) {
      const rows = await listPublishedForExport(db, body.namespace);
      return {
        items: rows
          .filter((row) => !row.is_sensitive)
          .map((row) => ({
            key: row.key,
            schema: specOf(row),
            value: row.value as FieldValue,
            description: row.description,
          })),
        left_out: rows.filter((row) => row.is_sensitive).map((row) => row.key),
      };
    },

    async importConfigs(call) {
      const { items, is_dry_run } = call.body;
      const steps = is_dry_run
        ? await previewImport(deps, call.context, items)
        : await importConfigs(deps, call.context, items);
      return { rows: steps.map(({ key, action, notes }) => ({ key, action, notes })) };
    },
  };
};
