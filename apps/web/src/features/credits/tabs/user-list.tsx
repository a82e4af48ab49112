import { MAX_PAGE_SIZE } from "@dailies/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { DEFAULT_RANGE, isDefaultRange } from "../../../shared/time-span/range.rules.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import styles from "../credits.module.css";
import type { UserAddress } from "../use-user-address.ts";

interface UserListProps<Row> {
  kind: "movements" | "orders" | "plans" | "projects";
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  list: UseQueryResult<{ items: Row[]; total: number }>;
  address: UserAddress;
}

/** One of a user's lists, paginated. */
export const UserList = <Row,>({ kind, columns, rowKey, list, address }: UserListProps<Row>) => {
  const { t } = useTranslation();
  const { page, pageSize, setPage, range, setRange } = address;
  const isWhole = isDefaultRange(range) && page === 1;
  return (
    <div className={styles.tall}>
      <DataTable
        name={t(`credits.lists.${kind}.name`)}
        columns={columns}
        rows={list.data?.items ?? []}
        rowKey={rowKey}
        isLoading={list.isFetching}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={{ page, pageSize, total: list.data?.total ?? 0, maxPageSize: MAX_PAGE_SIZE, onChange: setPage }}
        storageName={`credits-${kind}`}
        empty={
          isWhole ? (
            <EmptyState title={t(`credits.lists.${kind}.none`)}>{t(`credits.lists.${kind}.hint`)}</EmptyState>
          ) : (
            <EmptyState
              picture="lens"
              title={t("credits.lists.noneInRange")}
              action={<Button onClick={() => setRange(DEFAULT_RANGE)}>{t("credits.lists.showAll")}</Button>}
            >
              {t("credits.lists.noneInRangeHint")}
            </EmptyState>
          )
        }
      />
    </div>
  );
};
