import { LEFT_OUT_REASONS, type LeftOutItem, type PackageDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLiveState } from "../../../lib/live/live.ts";
import { itemAddress } from "../../../shared/dataset-address/view-address.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/types.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { formatCount } from "../../../ui/format.ts";
import { isUnderWay } from "../package.rules.ts";
import styles from "../packages.module.css";
import { leftOutQuery } from "../packages.queries.ts";
import detail from "./detail.module.css";
import { useTabPages } from "./use-tab-pages.ts";

const NO_ITEMS: readonly LeftOutItem[] = [];
/** More items of one reason are counted, not kept. */
const MAX_KEPT = 1_000;

const useItemColumns = ({ dataset_id: id, version }: PackageDetail["source"]): Column<LeftOutItem>[] => {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: "key",
        title: t("packages.leftOut.key"),
        widthPx: 260,
        isFixed: true,
        render: ({ key, ordinal }) => (
          <Link to={itemAddress({ id, version }, ordinal)} title={t("packages.leftOut.open", { key })}>
            {key}
          </Link>
        ),
      },
      {
        key: "reason",
        title: t("packages.leftOut.reason"),
        widthPx: 170,
        render: ({ reason }) => t(`packages.reasons.${reason}`),
      },
      {
        key: "detail",
        title: t("packages.leftOut.detail"),
        widthPx: 360,
        render: ({ detail: words }) => <span title={words}>{words}</span>,
      },
    ],
    [t, id, version],
  );
};

/** Counts by reason, and the items themselves. */
export const LeftOutTab = ({ one }: { one: PackageDetail }) => {
  const { t } = useTranslation();
  const { query, paging, reason: asked, setReason } = useTabPages();
  const reason = LEFT_OUT_REASONS.find((each) => each === asked);
  const isLive = useLiveState() === "live";
  const list = useQuery(leftOutQuery({ id: one.id, isMoving: isUnderWay(one), isLive }, { ...query, reason }));
  return (
    <>
      <Reasons one={one} chosen={reason} onChoose={setReason} />
      <div className={styles.frame}>
        <DataTable
          name={t("packages.tabs.left_out")}
          columns={useItemColumns(one.source)}
          rows={list.data?.items ?? NO_ITEMS}
          rowKey={({ ordinal, reason: why }) => `${why} ${ordinal}`}
          isLoading={list.isPending || list.isPlaceholderData}
          error={list.error}
          onRetry={() => void list.refetch()}
          paging={{ ...paging, total: list.data?.total ?? 0 }}
          storageName="package-left-out"
          empty={<EmptyState title={t("packages.leftOut.none")}>{t("packages.leftOut.noneHint")}</EmptyState>}
        />
      </div>
    </>
  );
};

interface ReasonsProps {
  one: PackageDetail;
  chosen: string | undefined;
  onChoose: (reason: string | undefined) => void;
}

const Reasons = ({ one, chosen, onChoose }: ReasonsProps) => {
  const { t, i18n } = useTranslation();
  const counts = one.left_out_by_reason;
  if (counts.length === 0) return null;
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <div>
      <fieldset className={detail.reasons} aria-label={t("packages.leftOut.byReason")}>
        {counts.map(({ reason, items }) => (
          <button
            key={reason}
            type="button"
            className={detail.reason}
            aria-pressed={chosen === reason}
            onClick={() => onChoose(chosen === reason ? undefined : reason)}
          >
            {t(`packages.reasons.${reason}`)} <span className="ds-number">{count(items)}</span>
          </button>
        ))}
      </fieldset>
      {counts.some(({ items }) => items > MAX_KEPT) ? (
        <p className={styles.quiet}>{t("packages.leftOut.kept", { most: count(MAX_KEPT) })}</p>
      ) : null}
    </div>
  );
};
