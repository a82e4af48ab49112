import type { ExperimentRunDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Space } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { experimentRunAddress, PATHS } from "../../../lib/paths.ts";
import { useCan } from "../../../lib/session.ts";
import { LineageLine } from "../../../shared/lineage/lineage-line.tsx";
import { OneOrGone } from "../../../shared/one-or-gone.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount, formatDecimal, formatDuration } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Page } from "../../../ui/page.tsx";
import { Time } from "../../../ui/time.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { useCurveSettings } from "../curves/curve-settings.tsx";
import { MetricCharts } from "../curves/metric-charts.tsx";
import { runQuery } from "../experiments.queries.ts";
import { durationMsOf, gpuHoursOf } from "../experiments.rules.ts";
import { InputLinks } from "../list/input-links.tsx";
import { RunStatus } from "../list/run-columns.tsx";
import styles from "./run.module.css";

const SampleWall = lazyPart(async () => (await import("../wall/sample-wall.tsx")).SampleWall);
const RunParams = lazyPart(async () => (await import("./run-params.tsx")).RunParams);
const RunLog = lazyPart(async () => (await import("./run-log.tsx")).RunLog);
const RunNotes = lazyPart(async () => (await import("./run-notes.tsx")).RunNotes);

const PromoteDialog = lazyPart(async () => (await import("../promote/promote-dialog.tsx")).PromoteDialog);

const TABS = ["curves", "samples", "params", "log", "notes"] as const;

/** One run: what it was, how it went, and what it made. */
export const RunView = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  return (
    <OneOrGone
      query={useQuery(runQuery(id))}
      title={t("screens.experiment.title")}
      about={t("screens.experiment.purpose")}
      failed={t("experiments.run.failed")}
      gone={{
        title: t("experiments.run.gone"),
        hint: t("experiments.run.goneHint"),
        link: { to: PATHS.experiment, words: t("experiments.run.back") },
      }}
    >
      {(run) => <RunPage run={run} />}
    </OneOrGone>
  );
};

const RunPage = ({ run }: { run: ExperimentRunDetail }) => {
  const { t, i18n } = useTranslation();
  const [params] = useSearchParams();
  const tab = TABS.find((name) => name === params.get("tab")) ?? "curves";
  const [settings, setSettings] = useCurveSettings();
  const counts: Partial<Record<(typeof TABS)[number], number>> = {
    curves: run.metric_count,
    samples: run.sample_count,
    params: Object.keys(run.params).length,
  };
  return (
    <Page
      title={run.name}
      about={t("experiments.run.about", { experiment: run.experiment_name, owner: run.owner })}
      action={
        <Space>
          <Link to={`${PATHS.experiment}?experiment=${run.experiment_id}`}>{t("experiments.run.siblings")}</Link>
          <PromoteButton run={run} />
        </Space>
      }
      activeTab={tab}
      tabs={TABS.map((key) => ({
        key,
        title: t(`experiments.tabs.${key}`),
        to: `${experimentRunAddress(run.id)}${key === "curves" ? "" : `&tab=${key}`}`,
        ...(counts[key] !== undefined && { count: formatCount(counts[key], i18n.language) }),
      }))}
    >
      <RunFacts run={run} />
      <LineageLine of={{ kind: "run", id: run.id }} name={run.name} />
      <Suspense fallback={<Skeleton rows={8} />}>
        {tab === "curves" ? <MetricCharts runs={[run]} settings={settings} onSettings={setSettings} /> : null}
        {tab === "samples" && run.source !== null ? (
          <p className={styles.quiet}>{t("experiments.sources.noArtifacts")}</p>
        ) : null}
        {tab === "samples" && run.source === null ? <SampleWall runs={[run]} /> : null}
        {tab === "params" ? <RunParams run={run} /> : null}
        {tab === "log" && run.source !== null ? <p className={styles.quiet}>{t("experiments.sources.noLog")}</p> : null}
        {tab === "log" && run.source === null ? <RunLog run={run} /> : null}
        {tab === "notes" ? <RunNotes key={run.revision} run={run} /> : null}
      </Suspense>
    </Page>
  );
};

/** For those who may create tasks. */
const PromoteButton = ({ run }: { run: ExperimentRunDetail }) => {
  const { t } = useTranslation();
  const mayCreate = useCan()({ permission: "USE_VERSION_1_0" });
  const [isOpen, setIsOpen] = useState(false);
  if (!mayCreate) return null;
  const hasPrompts = run.sample_count > 0;
  return (
    <>
      <Button
        disabled={!hasPrompts}
        title={hasPrompts ? undefined : t("experiments.promote.noPrompts")}
        onClick={() => setIsOpen(true)}
      >
        {t("experiments.promote.open")}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PromoteDialog run={run} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
};

const RunFacts = ({ run }: { run: ExperimentRunDetail }) => {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const facts = [
    ["status", <RunStatus key="status" run={run} nowMs={nowMs} />],
    ["started", <Time key="started" at={run.started_at} />],
    ["duration", formatDuration(durationMsOf(run, nowMs))],
    ["gpuHours", run.gpus === 0 ? t("experiments.none") : formatDecimal(gpuHoursOf(run, nowMs), 1, i18n.language)],
    ["points", run.points === null ? t("experiments.none") : formatCount(run.points, i18n.language)],
    ["lastLogged", <Time key="last" at={run.last_logged_at} />],
    ["inputs", run.source ? run.source.inputs.join(", ") : <InputLinks key="inputs" inputs={run.inputs} />],
    ["loggedBy", run.logged_by],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`experiments.column.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {run.source ? <SourceFacts source={run.source} /> : null}
    </dl>
  );
};

/** Where it was copied from, and how old the copy is. */
const SourceFacts = ({ source }: { source: NonNullable<ExperimentRunDetail["source"]> }) => {
  const { t } = useTranslation();
  return (
    <>
      <div>
        <dt>{t("experiments.column.source")}</dt>
        <dd>
          {source.name}{" "}
          {source.gone_at === null ? null : <StatusTag tone="warning">{t("experiments.sources.gone")}</StatusTag>}
        </dd>
      </div>
      <div>
        <dt>{t("experiments.sources.read")}</dt>
        <dd>
          <Time at={source.read_at} />
        </dd>
      </div>
      <div>
        <dt>{t("experiments.sources.runId")}</dt>
        <dd>
          <Mono value={source.run_id} copyAs={t("experiments.sources.runId")} />
        </dd>
      </div>
    </>
  );
};
