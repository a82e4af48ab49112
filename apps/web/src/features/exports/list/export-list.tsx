import type { ExportItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { z } from "zod";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { exportsQuery } from "../exports.queries.ts";
import { exportKey, useExportColumns } from "./export-columns.tsx";
import { ExportDetail } from "./export-detail.tsx";

const MAX_PER_PAGE = 100;
const schema = z.object({
  page: z.coerce.number().int().positive().max(1_000).default(1),
  page_size: z.coerce.number().int().positive().max(MAX_PER_PAGE).default(20),
});
const NO_EXPORTS: readonly ExportItem[] = [];

/** The user's own exports, newest first; running ones are polled. */
export const ExportList = ({ linkToNew }: { linkToNew: string }) => {
  const { t } = useTranslation();
  const { values, set } = useUrlFilters(schema);
  const { page, page_size: pageSize } = values;
  const detail = useDetailParam("export");
  const list = useQuery(exportsQuery({ limit: pageSize, offset: (page - 1) * pageSize }));
  const rows = list.data?.items ?? NO_EXPORTS;
  return (
    <>
      <DataTable
        name={t("exports.views.list")}
        columns={useExportColumns()}
        rows={rows}
        rowKey={exportKey}
        isLoading={list.isPending}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={{
          page,
          pageSize,
          total: list.data?.total ?? 0,
          maxPageSize: MAX_PER_PAGE,
          onChange: (to, size) => set({ page: to, page_size: size }),
        }}
        onOpen={({ id }) => detail.open(id)}
        openKey={detail.openId}
        storageName="exports"
        empty={
          <EmptyState
            title={t("exports.list.emptyTitle")}
            action={
              <Link to={linkToNew}>
                <Button type="primary" tabIndex={-1}>
                  {t("exports.list.make")}
                </Button>
              </Link>
            }
          >
            {t("exports.list.empty")}
          </EmptyState>
        }
      />
      <ExportDetail rows={rows} detail={detail} />
    </>
  );
};
