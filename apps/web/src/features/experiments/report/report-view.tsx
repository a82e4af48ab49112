import type { ExperimentReport, ReportChange } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { experimentCompareAddress, experimentReportAddress, PATHS } from "../../../lib/paths.ts";
import { OneOrGone } from "../../../shared/one-or-gone.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Page } from "../../../ui/page.tsx";
import { Time } from "../../../ui/time.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import { ParamDiff } from "../compare/param-diff.tsx";
import { RunChips } from "../compare/run-chips.tsx";
import { MetricCharts } from "../curves/metric-charts.tsx";
import { differingParams } from "../experiments.rules.ts";
import styles from "./report.module.css";
import { reportQuery, reportSamplesQuery } from "./report.queries.ts";

const FrozenWall = lazyPart(async () => (await import("./frozen-wall.tsx")).FrozenWall);

const TABS = ["curves", "samples", "params"] as const;

/** A comparison as it was when somebody froze it, and what became of its runs since. */
export const ReportView = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  return (
    <OneOrGone
      query={useQuery(reportQuery(id))}
      title={t("screens.experiment.title")}
      about={t("screens.experiment.purpose")}
      failed={t("experiments.report.failed")}
      gone={{
        title: t("experiments.report.gone"),
        hint: t("experiments.run.goneHint"),
        link: { to: PATHS.experiment, words: t("experiments.run.back") },
      }}
    >
      {(report) => <ReportPage report={report} />}
    </OneOrGone>
  );
};

const ReportPage = ({ report }: { report: ExperimentReport }) => {
  const { t, i18n } = useTranslation();
  const [params] = useSearchParams();
  const tab = TABS.find((name) => name === params.get("tab")) ?? "curves";
  const { axis, smoothing, is_log: isLog } = report.settings;
  const [settings, setSettings] = useState({ axis, smoothing, isLog });
  const address = experimentReportAddress(report.id);
  const { state, copy } = useCopy(window.location.href);
  return (
    <Page
      title={report.name}
      about={t("experiments.report.subtitle", { count: report.runs.length })}
      action={<Button onClick={copy}>{t(`experiments.report.copy.${state}`)}</Button>}
      activeTab={tab}
      tabs={TABS.map((key) => ({
        key,
        title: t(`experiments.compare.tabs.${key}`),
        to: key === "curves" ? address : `${address}&tab=${key}`,
        ...(key === "params" && { count: formatCount(differingParams(report.runs).size, i18n.language) }),
      }))}
    >
      <Frozen report={report} />
      <RunChips runs={report.runs} isFrozen />
      {tab === "curves" ? (
        <MetricCharts runs={report.runs} settings={settings} onSettings={setSettings} frozen={report} />
      ) : null}
      {tab === "samples" ? <Samples report={report} /> : null}
      {tab === "params" ? <ParamDiff runs={report.runs} /> : null}
    </Page>
  );
};

const Frozen = ({ report }: { report: ExperimentReport }) => {
  const { t } = useTranslation();
  const alive = report.runs.filter(({ id }) => !report.changes.some((each) => isDeleted(each, id))).map(({ id }) => id);
  return (
    <section className={styles.frozen} aria-label={t("experiments.report.frozen")}>
      <p>
        {t("experiments.report.frozenBy", { name: report.created_by })} <Time at={report.created_at} />.{" "}
        {report.changes.length === 0 ? t("experiments.report.unchanged") : t("experiments.report.changed")}
      </p>
      {report.changes.length === 0 ? null : (
        <ul>
          {report.changes.map((change) => (
            <li key={change.run_id}>
              {t(`experiments.report.change.${change.kind}`, {
                name: report.runs.find(({ id }) => id === change.run_id)?.name ?? change.run_id,
                status: change.status === null ? "" : t(`experiments.status.${change.status}`),
              })}
            </li>
          ))}
        </ul>
      )}
      {alive.length > 0 ? <Link to={experimentCompareAddress(alive)}>{t("experiments.report.now")}</Link> : null}
    </section>
  );
};

const isDeleted = (change: ReportChange, id: string): boolean => change.run_id === id && change.kind === "deleted";

const Samples = ({ report }: { report: ExperimentReport }) => {
  const { t } = useTranslation();
  const samples = useQuery(reportSamplesQuery(report.id));
  if (samples.error) return <ErrorPanel error={samples.error} onRetry={() => void samples.refetch()} />;
  if (!samples.data) return <Skeleton rows={8} />;
  if (samples.data.items.length === 0) {
    return <EmptyState title={t("experiments.wall.none")}>{t("experiments.report.noSamples")}</EmptyState>;
  }
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <FrozenWall report={report} samples={samples.data.items} />
    </Suspense>
  );
};
