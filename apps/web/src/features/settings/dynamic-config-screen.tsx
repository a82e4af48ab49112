import { CONFIG_STATUSES, type ConfigItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useKey } from "../../lib/use-key.ts";
import { WaitingApprovals } from "../../shared/approvals/waiting-approvals.tsx";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FilterBar } from "../../ui/filters/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import { configKey, useConfigColumns } from "./config-columns.tsx";
import { ConfigDetail } from "./config-detail.tsx";
import { CreateConfigDialog } from "./creating/create-config-dialog.tsx";
import { MoreActions } from "./more-actions.tsx";
import { NamespaceList } from "./namespace-list.tsx";
import { WaitingStrip } from "./publishing/waiting-strip.tsx";
import styles from "./settings.module.css";
import { configsQuery } from "./settings.queries.ts";
import { SETTINGS_KEYS } from "./settings.shortcuts.ts";
import { type ConfigFilters, listBodyOf, useConfigFilters } from "./use-config-filters.ts";
import { useConfigParams } from "./use-config-params.ts";

/** /dynamic-config-manage: namespaces on the left, keys on the right, the editor as a drawer. */
export const Component = () => {
  const { t } = useTranslation();
  const filters = useConfigFilters();
  const detail = useConfigParams();
  const [isCreating, setIsCreating] = useState(false);
  const list = useQuery(configsQuery(listBodyOf(filters.values)));
  const showDrafts = (): void => filters.set({ ns: undefined, q: "", status: "draft" });
  useKey(SETTINGS_KEYS.create.keys, () => setIsCreating(true));
  useKey(SETTINGS_KEYS.drafts.keys, showDrafts);

  const createButton = (
    <Button type="primary" onClick={() => setIsCreating(true)}>
      {t("settings.create.open")}
    </Button>
  );
  return (
    <Page
      isFilling
      title={t("screens.dynamicConfigManage.title")}
      about={t("screens.dynamicConfigManage.purpose")}
      action={
        <div className={styles.actions}>
          <MoreActions namespace={filters.values.ns} />
          {createButton}
        </div>
      }
    >
      <WaitingApprovals kind="config" />
      <WaitingStrip onOpen={(key) => detail.open(key, "changes")} onShowAll={showDrafts} />
      <div className={styles.columns}>
        <NamespaceList namespaces={list.data?.namespaces} isLoading={list.isPending} chosen={filters.values.ns} />
        <ConfigTable
          filters={filters}
          list={list}
          openKey={detail.key}
          onOpen={detail.open}
          createButton={createButton}
        />
      </div>
      <ConfigDetail items={list.data?.items ?? []} />
      <CreateConfigDialog
        isOpen={isCreating}
        namespace={filters.values.ns}
        declared={list.data?.declared ?? []}
        onClose={() => setIsCreating(false)}
        onCreated={(key) => detail.open(key)}
      />
    </Page>
  );
};

interface ConfigTableProps {
  filters: ConfigFilters;
  list: { data?: { items: ConfigItem[]; total: number }; isFetching: boolean; error: unknown; refetch: () => unknown };
  openKey: string | undefined;
  onOpen: (key: string) => void;
  createButton: ReactNode;
}

const ConfigTable = ({ filters, list, openKey, onOpen, createButton }: ConfigTableProps) => {
  const { t } = useTranslation();
  const columns = useConfigColumns();
  const { page, size } = filters.values;
  const statuses = CONFIG_STATUSES.map((status) => ({ value: status, label: t(`settings.statuses.${status}`) }));
  return (
    <div className={styles.main}>
      <FilterBar
        filters={filters}
        fields={[{ key: "status", label: t("settings.status"), options: statuses }]}
        searchKey="q"
        searchLabel={t("settings.search")}
      />
      <DataTable
        name={t("settings.keys")}
        columns={columns}
        rows={list.data?.items ?? []}
        rowKey={configKey}
        isLoading={list.isFetching}
        error={list.error}
        onRetry={() => void list.refetch()}
        onOpen={({ key }) => onOpen(key)}
        openKey={openKey}
        storageName="settings-keys"
        paging={{
          page,
          pageSize: size,
          total: list.data?.total ?? 0,
          onChange: (nextPage, nextSize) => filters.set({ page: nextPage, size: nextSize }),
        }}
        empty={
          <NoConfigs
            isFiltered={filters.changed.some((key) => key !== "size")}
            onClear={filters.clear}
            createButton={createButton}
          />
        }
      />
    </div>
  );
};

interface NoConfigsProps {
  isFiltered: boolean;
  onClear: () => void;
  createButton: ReactNode;
}

const NoConfigs = ({ isFiltered, onClear, createButton }: NoConfigsProps) => {
  const { t } = useTranslation();
  if (!isFiltered) {
    return (
      <EmptyState title={t("settings.none.title")} action={createButton}>
        {t("settings.none.hint")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      picture="lens"
      title={t("settings.none.foundTitle")}
      action={<Button onClick={onClear}>{t("settings.none.clear")}</Button>}
    >
      {t("settings.none.foundHint")}
    </EmptyState>
  );
};
