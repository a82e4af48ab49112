import type { ServiceItem, ServiceKind, ServiceStatus } from "@dailies/contract";
import { SERVICE_KINDS, SERVICE_STATUSES } from "@dailies/contract/inference-services/schemas";
import { useQuery } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { servicesQuery } from "../inference-services.queries.ts";
import styles from "../services.module.css";
import { useServiceColumns } from "./service-columns.tsx";

const NO_SERVICES: readonly ServiceItem[] = [];
const PAGE_SIZE = 50;

/** All services by name, page by page. */
export const ServicesTab = ({ onCreate }: { onCreate: () => void }) => {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const [status, setStatus] = useState<ServiceStatus>();
  const [kind, setKind] = useState<ServiceKind>();
  /** The cursors of the pages before this one. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const q = useDebounced(words.trim(), 300);
  const cursor = cursors.at(-1);
  const filters = { ...(q !== "" && { q }), ...(status && { status }), ...(kind && { kind }) };
  const list = useQuery(servicesQuery({ limit: PAGE_SIZE, ...filters, ...(cursor !== undefined && { cursor }) }));
  const next = list.data?.next_cursor ?? null;
  const { openId, open } = useDetailParam("service");
  const isFiltered = Object.keys(filters).length > 0;
  const clear = (): void => {
    setWords("");
    setStatus(undefined);
    setKind(undefined);
    setCursors([]);
  };
  return (
    <div className={styles.frame}>
      <div className={styles.filters}>
        <Input
          allowClear
          value={words}
          maxLength={100}
          aria-label={t("services.list.search")}
          placeholder={t("services.list.search")}
          onChange={(event) => {
            setWords(event.target.value);
            setCursors([]);
          }}
        />
        <Select<ServiceStatus>
          allowClear
          id="services-status"
          style={{ width: 150 }}
          value={status ?? null}
          aria-label={t("services.column.status")}
          placeholder={t("services.column.status")}
          options={SERVICE_STATUSES.map((value) => ({ value, label: t(`services.status.${value}`) }))}
          onChange={(value) => {
            setStatus(value);
            setCursors([]);
          }}
        />
        <Select<ServiceKind>
          allowClear
          id="services-kind"
          style={{ width: 160 }}
          value={kind ?? null}
          aria-label={t("services.column.kind")}
          placeholder={t("services.column.kind")}
          options={SERVICE_KINDS.map((value) => ({ value, label: t(`services.kind.${value}`) }))}
          onChange={(value) => {
            setKind(value);
            setCursors([]);
          }}
        />
        <Button disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
          {t("services.list.previous")}
        </Button>
        <Button disabled={next === null} onClick={() => next !== null && setCursors([...cursors, next])}>
          {t("services.list.next")}
        </Button>
      </div>
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
        empty={
          isFiltered ? (
            <EmptyState
              picture="lens"
              title={t("services.list.noneFound")}
              action={<Button onClick={clear}>{t("ui.filter.clear")}</Button>}
            >
              {t("services.list.noneFoundHint")}
            </EmptyState>
          ) : (
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
          )
        }
      />
    </div>
  );
};
