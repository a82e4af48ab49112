import type { ServiceItem } from "@dailies/contract";
import { SERVICE_KINDS, SERVICE_STATUSES } from "@dailies/contract/inference-services/schemas";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FilterBar } from "../../../ui/filters/filter-bar.tsx";
import { type UrlFilters, useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { servicesQuery } from "../inference-services.queries.ts";
import styles from "../services.module.css";
import { useServiceColumns } from "./service-columns.tsx";

const NO_SERVICES: readonly ServiceItem[] = [];
const PAGE_SIZE = 50;

const schema = z.object({
  q: z.string().trim().min(1).max(100).optional(),
  status: z.enum(SERVICE_STATUSES).optional(),
  kind: z.enum(SERVICE_KINDS).optional(),
});
type ServiceFilters = UrlFilters<z.output<typeof schema>>;

/** All services by name, page by page. */
export const ServicesTab = ({ onCreate }: { onCreate: () => void }) => {
  const { t } = useTranslation();
  const filters = useUrlFilters(schema);
  return (
    <div className={styles.frame}>
      <FilterBar
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
        searchKey="q"
        searchLabel={t("services.list.search")}
      />
      {/* Another filter begins with its first page. */}
      <ServicePages key={JSON.stringify(filters.values)} filters={filters} onCreate={onCreate} />
    </div>
  );
};

interface ServicePagesProps {
  filters: ServiceFilters;
  onCreate: () => void;
}

const ServicePages = ({ filters, onCreate }: ServicePagesProps) => {
  const { t } = useTranslation();
  /** The cursors of the pages before this one. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const list = useQuery(
    servicesQuery({ limit: PAGE_SIZE, ...filters.values, ...(cursor !== undefined && { cursor }) }),
  );
  const next = list.data?.next_cursor ?? null;
  const { openId, open } = useDetailParam("service");
  return (
    <>
      <DataTable
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
        empty={<NoServices filters={filters} onCreate={onCreate} />}
      />
      {cursors.length === 0 && next === null ? null : (
        <div className={styles.pager}>
          <Button disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            {t("services.list.previous")}
          </Button>
          <Button disabled={next === null} onClick={() => next !== null && setCursors([...cursors, next])}>
            {t("services.list.next")}
          </Button>
        </div>
      )}
    </>
  );
};

const NoServices = ({ filters, onCreate }: ServicePagesProps) => {
  const { t } = useTranslation();
  if (filters.changed.length > 0)
    return (
      <EmptyState
        picture="lens"
        title={t("services.list.noneFound")}
        action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
      >
        {t("services.list.noneFoundHint")}
      </EmptyState>
    );
  return (
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
  );
};
