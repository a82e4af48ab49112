import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { experimentReportAddress } from "../../../lib/paths.ts";
import { Detail } from "../../../ui/detail.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Time } from "../../../ui/time.tsx";
import styles from "./report.module.css";
import { reportsQuery } from "./report.queries.ts";

/** The comparisons that were frozen, newest first. */
export const ReportsDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const reports = useInfiniteQuery(reportsQuery());
  const items = reports.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Detail
      isOpen
      title={t("experiments.report.title")}
      onClose={onClose}
      isLoading={reports.isPending}
      error={reports.data ? undefined : reports.error}
      onRetry={() => void reports.refetch()}
    >
      {items.length === 0 ? (
        <EmptyState title={t("experiments.report.none")}>{t("experiments.report.noneHint")}</EmptyState>
      ) : (
        <ul className={styles.list}>
          {items.map((one) => (
            <li key={one.id}>
              <Link to={experimentReportAddress(one.id)}>{one.name}</Link>
              <p className={styles.quiet}>
                {t("experiments.report.subtitle", { count: one.runs })} ·{" "}
                {t("experiments.report.frozenBy", { name: one.created_by })} <Time at={one.created_at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {reports.hasNextPage ? (
        <Button loading={reports.isFetchingNextPage} onClick={() => void reports.fetchNextPage()}>
          {t("experiments.list.more")}
        </Button>
      ) : null}
    </Detail>
  );
};
