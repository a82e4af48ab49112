import type { ProcessingAttempt, ProcessingDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { PATHS } from "../../../lib/paths.ts";
import { Detail } from "../../../ui/detail.tsx";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { formatCount, formatDuration, formatNumber } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { Facts } from "../job/facts.tsx";
import styles from "../job/job.module.css";
import { runQuery, useCancelRun, useRetryRun } from "./processing.queries.ts";
import { RunProgress, RunState } from "./run-state.tsx";

interface RunDrawerProps {
  id: string;
  onClose: () => void;
}

/** One run: how far it is or why it failed, its attempts with the end of their logs, and its output. */
export const RunDrawer = ({ id, onClose }: RunDrawerProps) => {
  const { t } = useTranslation();
  const run = useQuery(runQuery(id));
  return (
    <Detail
      isOpen
      widthPx={820}
      title={run.data?.name ?? t("clusters.processing.run")}
      onClose={onClose}
      isLoading={run.isPending}
      error={run.data ? undefined : run.error}
      onRetry={() => void run.refetch()}
      footer={run.data ? <RunActions run={run.data} /> : undefined}
    >
      {run.data ? <RunBody run={run.data} /> : null}
    </Detail>
  );
};

const RunBody = ({ run }: { run: ProcessingDetail }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.body}>
      {run.silent_since === null ? null : (
        <p className={styles.note}>
          {t("clusters.processing.silent")} <Time at={run.silent_since} />
        </p>
      )}
      {run.error === null ? null : (
        <section className={styles.failure} aria-label={t("clusters.failure.title")}>
          {run.fault === null ? null : (
            <p className={styles.failureWords}>{t(`clusters.processing.fault.${run.fault}`)}</p>
          )}
          <p className={styles.message}>{run.error}</p>
        </section>
      )}
      <RunFacts run={run} />
      <section aria-labelledby="run-attempts">
        <h3 id="run-attempts" className={styles.heading}>
          {t("clusters.processing.attempts")}
        </h3>
        {run.attempt_list.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} isOpen={attempt.number === run.attempts} />
        ))}
      </section>
    </div>
  );
};

const RunFacts = ({ run }: { run: ProcessingDetail }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number | null): string | null => (value === null ? null : formatCount(value, i18n.language));
  const { source, resources } = run;
  const parameters = Object.entries(run.parameters).filter(([, value]) => String(value) !== "");
  return (
    <Facts
      rows={[
        { name: t("clusters.job.status"), value: <RunState run={run} /> },
        { name: t("clusters.job.progress"), value: <RunProgress run={run} widthPx={160} /> },
        {
          name: t("clusters.processing.source"),
          value: (
            <Link to={`${PATHS.dataset}?id=${source.dataset_id}`}>
              {`${source.dataset_name}@${source.version} · ${source.view_name}`}
            </Link>
          ),
        },
        {
          name: t("clusters.processing.output"),
          value:
            run.output_dataset_id === null ? (
              <Mono value={run.output_uri} />
            ) : (
              <Link to={`${PATHS.dataset}?id=${run.output_dataset_id}`}>{run.output_dataset_name}</Link>
            ),
        },
        { name: t("clusters.processing.items"), value: count(run.items_total) },
        { name: t("clusters.processing.rows"), value: count(run.rows_out) },
        { name: t("clusters.processing.failed"), value: count(run.items_failed) },
        { name: t("clusters.processing.template"), value: t(`clusters.processing.templates.${run.template}.title`) },
        {
          name: t("clusters.processing.parameters"),
          value: parameters.length === 0 ? null : parameters.map(([name, value]) => `${name}: ${value}`).join(" · "),
        },
        {
          name: t("clusters.processing.resources"),
          value: t("clusters.processing.resourceWords", {
            cpus: formatNumber(resources.cpus, i18n.language),
            gpus: formatNumber(resources.gpus, i18n.language),
            parallel: formatCount(resources.parallel, i18n.language),
            hours: formatCount(resources.max_hours, i18n.language),
          }),
        },
        { name: t("clusters.processing.cost"), value: <Cost of={run} /> },
        { name: t("clusters.job.owner"), value: run.created_by },
        { name: t("clusters.processing.created"), value: <Time at={run.created_at} /> },
      ]}
    />
  );
};

const Cost = ({ of }: { of: Pick<ProcessingDetail, "cpu_seconds" | "gpu_seconds"> }) => {
  const { t } = useTranslation();
  return (
    <span className="ds-number">
      {t("clusters.processing.costWords", {
        cpu: formatDuration(of.cpu_seconds * 1_000),
        gpu: formatDuration(of.gpu_seconds * 1_000),
      })}
    </span>
  );
};

const Attempt = ({ attempt, isOpen }: { attempt: ProcessingAttempt; isOpen: boolean }) => {
  const { t, i18n } = useTranslation();
  const [params] = useSearchParams();
  const job = attempt.cluster_job_id;
  const withJob = new URLSearchParams([...params, ["job", job ?? ""]]);
  return (
    <details open={isOpen}>
      <summary>
        {t("clusters.processing.attempt", { number: attempt.number })}{" "}
        <RunState run={{ ...attempt, phase: null, is_cancelling: false }} /> <Time at={attempt.created_at} />
      </summary>
      <Facts
        rows={[
          {
            name: t("clusters.processing.job"),
            value:
              job === null ? (
                <Mono value={attempt.submission_id} />
              ) : (
                <Link to={`?${withJob}`}>{attempt.submission_id}</Link>
              ),
          },
          { name: t("clusters.processing.rayStatus"), value: attempt.ray_status },
          { name: t("clusters.processing.parts"), value: formatCount(attempt.parts_done, i18n.language) },
          { name: t("clusters.processing.cost"), value: <Cost of={attempt} /> },
          { name: t("clusters.job.ended"), value: attempt.ended_at === null ? null : <Time at={attempt.ended_at} /> },
          { name: t("clusters.failure.title"), value: attempt.error },
        ]}
      />
      {attempt.log_tail === "" ? (
        <p className={styles.quiet}>{t("clusters.log.none")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long log is scrolled with the keyboard.
        <pre className={styles.traceback} tabIndex={0} role="log" aria-label={t("clusters.log.lines")}>
          {attempt.log_tail}
        </pre>
      )}
    </details>
  );
};

const RunActions = ({ run }: { run: ProcessingDetail }) => {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const [requestKey, setRequestKey] = useState(newRequestKey);
  const cancel = useCancelRun(run.id);
  const retry = useRetryRun(run.id);
  if (!(run.may_cancel || run.may_retry)) return null;
  return (
    <div className={styles.foot}>
      {run.may_retry ? (
        <Button
          type="primary"
          loading={retry.isPending}
          onClick={() => retry.mutate(requestKey, { onSuccess: () => setRequestKey(newRequestKey()) })}
        >
          {t("clusters.processing.retry")}
        </Button>
      ) : null}
      {run.may_cancel ? (
        <Button danger onClick={() => setIsAsking(true)}>
          {t("clusters.processing.cancel")}
        </Button>
      ) : null}
      <Confirm
        isOpen={isAsking}
        isDangerous
        title={t("clusters.processing.cancelTitle", { name: run.name })}
        effect={t("clusters.processing.cancelEffect")}
        action={t("clusters.processing.cancel")}
        onConfirm={() => cancel.mutateAsync()}
        onClose={() => setIsAsking(false)}
      />
    </div>
  );
};
