import type { ExperimentRunDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Space } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { experimentCompareAddress, PATHS } from "../../../lib/paths.ts";
import { OneOrGone } from "../../../shared/one-or-gone.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Page } from "../../../ui/page.tsx";
import { useCurveSettings } from "../curves/curve-settings.tsx";
import { MetricCharts } from "../curves/metric-charts.tsx";
import { compareQuery } from "../experiments.queries.ts";
import { differingParams } from "../experiments.rules.ts";
import { RunChips } from "./run-chips.tsx";

const SampleWall = lazyPart(async () => (await import("../wall/sample-wall.tsx")).SampleWall);
const ParamDiff = lazyPart(async () => (await import("./param-diff.tsx")).ParamDiff);

const FreezeDialog = lazyPart(async () => (await import("../report/freeze-dialog.tsx")).FreezeDialog);

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
  const [settings, setSettings] = useCurveSettings();
  const [step, setStep] = useState<number>();
  const [isFreezing, setIsFreezing] = useState(false);
  return (
    <Page
      title={t("experiments.compare.title", { count: runs.length })}
      about={t("experiments.compare.about")}
      action={
        <Space>
          <Link to={PATHS.experiment}>{t("experiments.run.back")}</Link>
          <Button onClick={() => setIsFreezing(true)}>{t("experiments.report.freeze")}</Button>
        </Space>
      }
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
        {tab === "curves" ? <MetricCharts runs={runs} settings={settings} onSettings={setSettings} /> : null}
        {tab === "samples" ? <SampleWall runs={runs} onStep={setStep} /> : null}
        {tab === "params" ? <ParamDiff runs={runs} /> : null}
        {isFreezing ? (
          <FreezeDialog runs={runs} settings={settings} step={step} onClose={() => setIsFreezing(false)} />
        ) : null}
      </Suspense>
    </Page>
  );
};
