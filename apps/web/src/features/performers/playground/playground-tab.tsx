import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCurrentUser } from "../../../lib/session.ts";
import { performersQuery } from "../../../shared/performer-picker/performers.query.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { CallDetail } from "../calls/call-detail.tsx";
import { CompareDialog } from "../calls/compare-dialog.tsx";
import { ResultWall } from "../calls/result-wall.tsx";
import { useComparison } from "../calls/use-comparison.ts";
import { playgroundAddress } from "../paths.ts";
import { callsQuery } from "../performers.queries.ts";
import styles from "./playground.module.css";
import { RunPanel } from "./run-panel.tsx";
import { usePlayground } from "./use-playground.ts";

const SHOWN = 48;

/** One performer with all its inputs on the left, its results on the right. */
export const PlaygroundTab = () => {
  const { t } = useTranslation();
  const go = useNavigate();
  const performers = useQuery(performersQuery);
  const items = performers.data?.items ?? [];
  const playground = usePlayground(items, "performer-bench");
  if (performers.isPending) return <Skeleton rows={8} />;
  if (performers.error && items.length === 0) {
    return <ErrorPanel error={performers.error} onRetry={() => void performers.refetch()} />;
  }
  if (items.length === 0) {
    return (
      <EmptyState
        title={t("performers.registry.none")}
        action={
          <Button type="primary" onClick={() => void go(playgroundAddress({ tab: "performers", edit: "new" }))}>
            {t("performers.registry.create")}
          </Button>
        }
      >
        {t("performers.registry.noneHint")}
      </EmptyState>
    );
  }
  return (
    <div className={styles.layout}>
      <RunPanel performers={items} playground={playground} />
      <Results />
    </div>
  );
};

const Results = () => {
  const { t } = useTranslation();
  const { username } = useCurrentUser();
  const comparison = useComparison();
  const detail = useDetailParam("call");
  const list = useQuery(callsQuery({ page: 1, page_size: SHOWN }, { sources: ["playground"], created_by: username }));
  return (
    <section className={styles.results} aria-label={t("performers.wall.name")}>
      <ResultWall
        name={t("performers.wall.name")}
        list={list}
        comparison={comparison}
        onOpen={detail.open}
        empty={<EmptyState title={t("performers.wall.none")}>{t("performers.wall.noneHint")}</EmptyState>}
      />
      <CallDetail detail={detail} items={list.data?.items ?? []} total={list.data?.total ?? 0} />
      <CompareDialog comparison={comparison} />
    </section>
  );
};
