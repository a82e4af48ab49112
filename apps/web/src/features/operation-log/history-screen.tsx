import { DownloadOutlined } from "@ant-design/icons";
import { MAX_PAGE_SIZE } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { startDownload } from "../../lib/api/file-guards.ts";
import { useKey } from "../../lib/use-key.ts";
import { ChainCheck } from "../../shared/history-chain/chain-check.tsx";
import { useChainWalk } from "../../shared/history-chain/use-chain-walk.ts";
import { useOperatorAct } from "../../shared/operator-check.ts";
import { sentRange } from "../../shared/time-span/range.rules.ts";
import { RangeBar } from "../../shared/time-span/range-bar.tsx";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FilterBar } from "../../ui/filters/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import { useDetailParam } from "../../ui/use-detail-param.ts";
import { useNow } from "../../ui/use-now.ts";
import { EntryDetail } from "./entry-detail.tsx";
import { exportAddress, operationsQuery } from "./history.queries.ts";
import { HISTORY_KEYS } from "./history.shortcuts.ts";
import { entryKey, useHistoryColumns } from "./history-columns.tsx";
import { useOperationOptions } from "./operations.ts";
import { SignIns } from "./sign-ins.tsx";
import { type HistoryFilters, listQueryOf, rangeOf, rangePatch, useHistoryFilters } from "./use-history-address.ts";

const NoEntries = ({ filters }: { filters: HistoryFilters }) => {
  const { t } = useTranslation();
  if (filters.changed.every((key) => key === "page_size"))
    return <EmptyState title={t("history.none")}>{t("history.noneHint")}</EmptyState>;
  return (
    <EmptyState
      picture="lens"
      title={t("history.noneFound")}
      action={<Button onClick={filters.clear}>{t("history.clear")}</Button>}
    >
      {t("history.noneFoundHint")}
    </EmptyState>
  );
};

/** /platform/history: the append-only audit log. Entries cannot be edited or deleted. */
export const Component = () => {
  const { t } = useTranslation();
  const filters = useHistoryFilters();
  const nowMs = useNow();
  const list = useQuery(operationsQuery(listQueryOf(filters.values, nowMs)));
  const chain = useChainWalk();
  const detail = useDetailParam("entry");
  const columns = useHistoryColumns();
  useKey(HISTORY_KEYS.verify.keys, () => {
    if (chain.walk?.state !== "walking") chain.verify();
  });
  const { page, page_size: pageSize } = filters.values;
  const items = list.data?.items ?? [];
  return (
    <Page
      isFilling
      title={t("screens.platformHistory.title")}
      about={t("screens.platformHistory.purpose")}
      action={
        <>
          <SignIns />
          <ExportButton filters={filters} nowMs={nowMs} />
        </>
      }
    >
      <ChainCheck head={list.data?.head} {...chain} />
      <Filters filters={filters} />
      <DataTable
        name={t("history.list")}
        columns={columns}
        rows={items}
        rowKey={entryKey}
        isLoading={list.isFetching}
        error={list.error}
        onRetry={() => void list.refetch()}
        onOpen={({ seq }) => detail.open(String(seq))}
        openKey={detail.openId}
        storageName="history"
        paging={{
          page,
          pageSize,
          total: list.data?.total ?? 0,
          maxPageSize: MAX_PAGE_SIZE,
          canJump: true,
          onChange: (nextPage, nextSize) => filters.set({ page: nextPage, page_size: nextSize }),
        }}
        empty={<NoEntries filters={filters} />}
      />
      <EntryDetail items={items} detail={detail} />
    </Page>
  );
};

const Filters = ({ filters }: { filters: HistoryFilters }) => {
  const { t } = useTranslation();
  const options = useOperationOptions();
  return (
    <>
      <RangeBar range={rangeOf(filters.values)} onChange={(range) => filters.set(rangePatch(range))} />
      <FilterBar
        filters={filters}
        fields={[{ key: "op", label: t("history.operation"), options }]}
        searchKey="user"
        searchLabel={t("history.user")}
      />
    </>
  );
};

const ExportButton = ({ filters, nowMs }: { filters: HistoryFilters; nowMs: number }) => {
  const { t } = useTranslation();
  const start = useOperatorAct(() => startDownload(exportAddress(sentRange(rangeOf(filters.values), nowMs))));
  return (
    <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={() => start()}>
      {t("history.export")}
    </Button>
  );
};
