import { ADAPTERS, type PerformerItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { performersQuery } from "../../../shared/performer-picker/performers.query.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FilterBar } from "../../../ui/filters/filter-bar.tsx";
import { useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { performerKey, usePerformerColumns } from "./performer-columns.tsx";
import { NEW, PerformerDetail } from "./performer-detail.tsx";

const schema = z.object({ q: z.string().max(200).default(""), adapter: z.enum(ADAPTERS).optional() });

const isShown = (performer: PerformerItem, { q, adapter }: z.output<typeof schema>): boolean =>
  (adapter === undefined || performer.adapter === adapter) &&
  `${performer.name} ${performer.model} ${performer.endpoint}`.toLowerCase().includes(q.toLowerCase());

/** The registry: all performers with their health, and the form to edit one. */
export const RegistryTab = () => {
  const { t } = useTranslation();
  const filters = useUrlFilters(schema);
  const detail = useDetailParam("edit");
  const { data, error, isFetching, isPending, refetch } = useQuery(performersQuery);
  const all = data?.items ?? [];
  const rows = all.filter((performer) => isShown(performer, filters.values));
  const adapters = ADAPTERS.map((adapter) => ({ value: adapter, label: t(`performers.adapters.${adapter}`) }));
  return (
    <>
      <FilterBar
        filters={filters}
        fields={[{ key: "adapter", label: t("performers.registry.adapter"), options: adapters }]}
        searchKey="q"
        searchLabel={t("performers.registry.search")}
      />
      <DataTable
        name={t("performers.registry.list")}
        columns={usePerformerColumns()}
        rows={rows}
        rowKey={performerKey}
        isLoading={isFetching}
        error={error}
        onRetry={() => void refetch()}
        onOpen={({ id }) => detail.open(id)}
        openKey={detail.openId}
        storageName="performers"
        empty={
          all.length > 0 ? (
            <EmptyState
              picture="lens"
              title={t("shared.performers.noneFound")}
              action={<Button onClick={filters.clear}>{t("ui.filter.clear")}</Button>}
            >
              {t("performers.registry.noneFoundHint")}
            </EmptyState>
          ) : (
            <EmptyState
              title={t("performers.registry.none")}
              action={
                <Button type="primary" onClick={() => detail.open(NEW)}>
                  {t("performers.registry.create")}
                </Button>
              }
            >
              {t("performers.registry.noneHint")}
            </EmptyState>
          )
        }
      />
      <PerformerDetail detail={detail} performers={all} isLoading={isPending} />
    </>
  );
};
