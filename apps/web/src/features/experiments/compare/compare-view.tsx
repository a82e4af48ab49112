import type { ExperimentRunDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { experimentCompareAddress, experimentRunAddress, PATHS } from "../../../lib/paths.ts";
import { OneOrGone } from "../../../shared/one-or-gone.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Page } from "../../../ui/page.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { MetricCharts } from "../curves/metric-charts.tsx";
import { compareQuery } from "../experiments.queries.ts";
import { differingParams, runStyle } from "../experiments.rules.ts";
import { RunStatus } from "../list/run-columns.tsx";
import styles from "./compare.module.css";

const SampleWall = lazyPart(async () => (await import("../wall/sample-wall.tsx")).SampleWall);
const ParamDiff = lazyPart(async () => (await import("./param-diff.tsx")).ParamDiff);

const TABS = ["curves", "samples", "params"] as const;

/** Two to nine runs over each other: curves, samples on one clock, and what differs between their parameters. */
export const CompareView = ({ ids }: { ids: readonly string[] }) => {
  const { t } = useTranslation();
  return (
    <OneOrGone
      query={useQuery(compareQuery(ids))}
      title={t("screens.experiment.title")}
      about={t("screens.experiment.purpose")}
      failed={t("experiments.compare.failed")}
      gone={{
        title: t("experiments.compare.gone"),
        hint: t("experiments.run.goneHint"),
        link: { to: PATHS.experiment, words: t("experiments.run.back") },
      }}
    >
      {({ items }) => <ComparePage runs={items} />}
    </OneOrGone>
  );
};

const ComparePage = ({ runs }: { runs: readonly ExperimentRunDetail[] }) => {
  const { t, i18n } = useTranslation();
  const [params] = useSearchParams();
  const tab = TABS.find((name) => name === params.get("tab")) ?? "curves";
  const address = experimentCompareAddress(runs.map(({ id }) => id));
  const differing = differingParams(runs).size;
  return (
    <Page
      title={t("experiments.compare.title", { count: runs.length })}
      about={t("experiments.compare.about")}
      action={<Link to={PATHS.experiment}>{t("experiments.run.back")}</Link>}
      activeTab={tab}
      tabs={TABS.map((key) => ({
        key,
        title: t(`experiments.compare.tabs.${key}`),
        to: key === "curves" ? address : `${address}&tab=${key}`,
        ...(key === "params" && { count: formatCount(differing, i18n.language) }),
      }))}
    >
      <RunChips runs={runs} />
      <Suspense fallback={<Skeleton rows={8} />}>
        {tab === "curves" ? <MetricCharts runs={runs} /> : null}
        {tab === "samples" ? <SampleWall runs={runs} /> : null}
        {tab === "params" ? <ParamDiff runs={runs} /> : null}
      </Suspense>
    </Page>
  );
};

const RunChips = ({ runs }: { runs: readonly ExperimentRunDetail[] }) => {
  const { t } = useTranslation();
  const nowMs = useNow();
  return (
    <ul className={styles.chips} aria-label={t("experiments.compare.runs")}>
      {runs.map((run, place) => (
        <li key={run.id}>
          <span className={styles.swatch} style={{ background: runStyle(place).colour }} aria-hidden="true" />
          <Link to={experimentRunAddress(run.id)}>{run.name}</Link>
          <RunStatus run={run} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  );
};
