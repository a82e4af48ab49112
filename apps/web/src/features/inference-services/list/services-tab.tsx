import type { ServiceItem } from "@dailies/contract";
import { SERVICE_KINDS, SERVICE_STATUSES } from "@dailies/contract/inference-services/schemas";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FilteredTable, useCursorPages } from "../../../ui/data-table/filtered-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { servicesQuery } from "../inference-services.queries.ts";
import { useServiceColumns } from "./service-columns.tsx";

const NO_SERVICES: readonly ServiceItem[] = [];
const PAGE_SIZE = 50;

const schema = z.object({
  q: z.string().max(100).optional(),
  status: z.enum(SERVICE_STATUSES).optional(),
  kind: z.enum(SERVICE_KINDS).optional(),
});

/** All services by name, page by page. */
export const ServicesTab = ({ onCreate }: { onCreate: () => void }) => {
  const { t } = useTranslation();
  const filters = useUrlFilters(schema);
  const { q, status, kind } = filters.values;
  const pages = useCursorPages(filters.values);
  const asked = { ...(q && { q }), ...(status && { status }), ...(kind && { kind }) };
  const list = useQuery(servicesQuery({ limit: PAGE_SIZE, ...asked, ...(pages.cursor && { cursor: pages.cursor }) }));
  const { openId, open } = useDetailParam("service");
  return (
    <FilteredTable
      filters={filters}
      fields={[
        {
          key: "status",
          label: t("services.column.status"),
          options: SERVICE_STATUSES.map((value) => ({ value, label: t(`services.status.${value}`) })),
        },
        {
          key: "kind",
          label: t("services.column.kind"),
          options: SERVICE_KINDS.map((value) => ({ value, label: t(`services.kind.${value}`) })),
        },
      ]}
      searchLabel={t("services.list.search")}
      pages={pages}
      next={list.data?.next_cursor}
      name={t("services.tabs.services")}
      columns={useServiceColumns()}
      rows={list.data?.items ?? NO_SERVICES}
      rowKey={({ id }) => id}
      isLoading={list.isPending || list.isPlaceholderData}
      error={list.error}
      onRetry={() => void list.refetch()}
      onOpen={({ id }) => open(id)}
      openKey={openId}
      storageName="inference-services"
      none={
        <EmptyState
          title={t("services.list.none")}
          action={
            <Button type="primary" onClick={onCreate}>
              {t("services.create.action")}
            </Button>
          }
        >
          {t("services.list.noneHint")}
        </EmptyState>
      }
      noneFound={{ title: t("services.list.noneFound"), hint: t("services.list.noneFoundHint") }}
    />
  );
};
