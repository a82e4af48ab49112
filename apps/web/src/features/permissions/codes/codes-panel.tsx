import type { PermissionItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { permissionCodesQuery, usePermissionTexts } from "../../../shared/permission-codes.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { FilterBar } from "../../../ui/filters/filter-bar.tsx";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { useCodeColumns } from "./code-columns.tsx";
import { CodeDetail } from "./code-detail.tsx";
import { type CodeFilters, codeSort, shownCodes, useCodeFilters } from "./code-filters.ts";

const NO_CODES: readonly PermissionItem[] = [];
const keyOf = (code: PermissionItem): string => code.key;

/** All codes with description and number of holders. There are few, so search and sorting run in the browser. */
export const CodesPanel = ({ mayChange }: { mayChange: boolean }) => {
  const { t, i18n } = useTranslation();
  const { nameOf, descriptionOf, groupOf } = usePermissionTexts();
  const filters = useCodeFilters();
  const detail = useDetailParam("code");
  const { data, error, isFetching, refetch } = useQuery(permissionCodesQuery);
  const all = data?.items ?? NO_CODES;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts depend only on the language.
  const rows = useMemo(() => {
    const shown = all.map((code) => ({ ...code, name: nameOf(code), description: descriptionOf(code) }));
    return shownCodes(shown, filters.values);
  }, [all, filters.values, i18n.language]);
  const groups = [...new Set(all.map(({ group }) => group))];
  const columns = useCodeColumns();
  if (error && !data) {
    return (
      <ErrorPanel
        title={t("messages.permissionsFailed")}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <FilterBar
        filters={filters}
        fields={[
          {
            key: "group",
            label: t("permissions.group"),
            options: groups.map((group) => ({ value: group, label: groupOf(group) })),
          },
        ]}
        searchKey="q"
        searchLabel={t("permissions.search")}
      />
      <DataTable
        name={t("permissions.tabs.codes")}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        isLoading={isFetching}
        error={error}
        onRetry={() => void refetch()}
        sort={filters.values.sort && { key: filters.values.sort, direction: filters.values.order }}
        onSortChange={(sort) => filters.set(codeSort(sort))}
        onOpen={(code) => detail.open(code.key)}
        openKey={detail.openId}
        storageName="permission-codes"
        empty={<NoCodes filters={filters} />}
      />
      {data ? <CodeDetail rows={rows} all={all} detail={detail} mayChange={mayChange} /> : null}
    </>
  );
};

const NoCodes = ({ filters }: { filters: CodeFilters }) => {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture="lens"
      title={t("permissions.noneFound")}
      action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
    >
      {t("permissions.noneFoundHint")}
    </EmptyState>
  );
};
