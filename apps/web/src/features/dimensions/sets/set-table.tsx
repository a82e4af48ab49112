import type { TemplateItem } from "@dailies/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import type { SetFilters } from "./set-filters.ts";
import styles from "./sets.module.css";

interface SetTableProps {
  list: UseQueryResult<{ items: TemplateItem[]; total: number }>;
  filters: SetFilters;
  onOpen: (id: string) => void;
}

const NO_SETS: readonly TemplateItem[] = [];
const keyOf = ({ id }: TemplateItem): string => id;

export const SetTable = ({ list, filters, onOpen }: SetTableProps) => {
  const { t } = useTranslation();
  const columns = useSetColumns();
  const { page, page_size: pageSize } = filters.values;
  return (
    <div className={styles.table}>
      <DataTable
        name={t("screens.dimensionSetEditor.title")}
        columns={columns}
        rows={list.data?.items ?? NO_SETS}
        rowKey={keyOf}
        isLoading={list.isPending || list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={{
          page,
          pageSize,
          total: list.data?.total ?? 0,
          maxPageSize: 200,
          onChange: (to, size) => filters.set({ page: to, page_size: size }),
        }}
        onOpen={({ id }) => onOpen(id)}
        storageName="dimension-sets"
        empty={
          <EmptyState picture="lens" title={t("dimensions.sets.noneFound")}>
            {t("dimensions.sets.noneFoundHint")}
          </EmptyState>
        }
      />
    </div>
  );
};

const useSetColumns = (): Column<TemplateItem>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(
    () => [
      { key: "name", title: t("dimensions.name"), isFixed: true, widthPx: 320, render: ({ name }) => name },
      {
        key: "mode",
        title: t("dimensions.mode"),
        widthPx: 150,
        render: ({ mode }) => t(`dimensions.modes.${mode}.name`),
      },
      {
        key: "dimensions",
        title: t("dimensions.sets.questions"),
        widthPx: 100,
        isNumeric: true,
        render: ({ dimensions }) => formatCount(dimensions, language),
      },
      {
        key: "version",
        title: t("dimensions.version"),
        widthPx: 90,
        render: ({ version }) => t("dimensions.versionShort", { version }),
      },
      {
        key: "used_by",
        title: t("dimensions.usedBy"),
        widthPx: 120,
        isNumeric: true,
        render: ({ used_by_count }) => t("dimensions.sets.usedBy", { count: used_by_count }),
      },
      { key: "owner", title: t("dimensions.owner"), widthPx: 120, render: ({ owner }) => owner },
      {
        key: "updated_at",
        title: t("dimensions.updated"),
        widthPx: 130,
        render: ({ updated_at }) => <Time at={updated_at} />,
      },
    ],
    [t, language],
  );
};
