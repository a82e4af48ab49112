import type { PackageDetail, PackageShard } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLiveState } from "../../../lib/live/live.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatBytes, formatCount, formatDuration } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { isUnderWay } from "../package.rules.ts";
import styles from "../packages.module.css";
import { shardsQuery } from "../packages.queries.ts";
import { useTabPages } from "./use-tab-pages.ts";

const NO_SHARDS: readonly PackageShard[] = [];
const HASH_CHARACTERS = 12;

const useShardColumns = (): Column<PackageShard>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const none = <span className={styles.quiet}>{t("packages.none")}</span>;
    const count = (value: number): string => formatCount(value, language);
    return [
      {
        key: "shard",
        title: t("packages.shards.shard"),
        widthPx: 72,
        isFixed: true,
        isNumeric: true,
        render: ({ shard }) => count(shard),
      },
      {
        key: "status",
        title: t("packages.list.status"),
        widthPx: 104,
        render: ({ status }) => (
          <StatusTag tone={status === "Written" ? "success" : "neutral"}>{t(`packages.shards.${status}`)}</StatusTag>
        ),
      },
      {
        key: "name",
        title: t("packages.shards.name"),
        widthPx: 220,
        render: ({ name }) => (name === null ? none : <Mono value={name} />),
      },
      {
        key: "samples",
        title: t("packages.list.samples"),
        widthPx: 88,
        isNumeric: true,
        render: ({ samples }) => count(samples),
      },
      {
        key: "bytes",
        title: t("packages.list.bytes"),
        widthPx: 84,
        isNumeric: true,
        render: ({ bytes }) => formatBytes(bytes, language),
      },
      {
        key: "left_out",
        title: t("packages.list.leftOut"),
        widthPx: 80,
        isNumeric: true,
        render: ({ left_out }) => count(left_out),
      },
      {
        key: "took",
        title: t("packages.list.took"),
        widthPx: 80,
        isNumeric: true,
        render: ({ took_ms }) => (took_ms === null ? none : formatDuration(took_ms)),
      },
      {
        key: "rate",
        title: t("packages.shards.rate"),
        widthPx: 92,
        isNumeric: true,
        render: ({ took_ms, bytes }) =>
          took_ms === null || took_ms === 0 ? none : `${formatBytes((bytes / took_ms) * 1000, language)}/s`,
      },
      {
        key: "sha256",
        title: "SHA-256",
        widthPx: 160,
        render: ({ sha256 }) =>
          sha256 === null ? none : <Mono value={sha256} shownCharacters={HASH_CHARACTERS} copyAs="SHA-256" />,
      },
      {
        key: "written",
        title: t("packages.shards.written"),
        widthPx: 110,
        render: ({ written_at }) => (written_at === null ? none : <Time at={written_at} />),
      },
    ];
  }, [t, language]);
};

export const ShardsTab = ({ one }: { one: PackageDetail }) => {
  const { t } = useTranslation();
  const { query, paging } = useTabPages();
  const isLive = useLiveState() === "live";
  const list = useQuery(shardsQuery({ id: one.id, isMoving: isUnderWay(one), isLive }, query));
  return (
    <div className={styles.frame}>
      <DataTable
        name={t("packages.tabs.shards")}
        columns={useShardColumns()}
        rows={list.data?.items ?? NO_SHARDS}
        rowKey={({ shard }) => String(shard)}
        isLoading={list.isPending || list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={{ ...paging, total: list.data?.total ?? 0 }}
        storageName="package-shards"
        empty={<EmptyState title={t("packages.shards.none")}>{t("packages.shards.noneHint")}</EmptyState>}
      />
    </div>
  );
};
