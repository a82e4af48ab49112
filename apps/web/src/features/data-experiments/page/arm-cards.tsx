import { CloseOutlined } from "@ant-design/icons";
import type { ArmRun, DataExperiment, ExperimentArm } from "@dailies/contract";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { experimentRunAddress, packageAddress } from "../../../lib/paths.ts";
import { formatMetric } from "../../../shared/metric-value.ts";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useDetachRun } from "../data-experiments.queries.ts";
import { formatMean } from "../data-experiments.rules.ts";
import styles from "./page.module.css";

const AttachDialog = lazyPart(async () => (await import("./attach-dialog.tsx")).AttachDialog);

/** The arms side by side, each with its runs. */
export const ArmCards = ({ experiment }: { experiment: DataExperiment }) => {
  const [attachedTo, setAttachedTo] = useState<number>();
  return (
    <div className={styles.arms}>
      {experiment.arms.map((arm) => (
        <ArmCard key={arm.position} experiment={experiment} arm={arm} onAttach={() => setAttachedTo(arm.position)} />
      ))}
      <Suspense fallback={null}>
        {attachedTo === undefined ? null : (
          <AttachDialog experiment={experiment} position={attachedTo} onClose={() => setAttachedTo(undefined)} />
        )}
      </Suspense>
    </div>
  );
};

interface ArmCardProps {
  experiment: DataExperiment;
  arm: ExperimentArm;
  onAttach: () => void;
}

const ArmCard = ({ experiment, arm, onAttach }: ArmCardProps) => {
  const { t } = useTranslation();
  const { mutate, isPending, variables } = useDetachRun(experiment.id);
  const isOpen = experiment.state === "Open";
  return (
    <section className={styles.arm} aria-label={arm.name}>
      <h3 className={styles.title}>
        {arm.name}
        {arm.position === 1 ? <span className={styles.tag}>{t("dataExperiments.arm.base")}</span> : null}
      </h3>
      <SourceWords arm={arm} />
      <p className={styles.mean}>
        <span className="ds-number">{formatMean(arm.result) ?? t("dataExperiments.arm.noMean")}</span>
        {arm.result.mean === null ? null : (
          <span className={styles.quiet}>{t("dataExperiments.arm.mean", { n: arm.result.runs })}</span>
        )}
      </p>
      {arm.runs.length === 0 ? <p className={styles.quiet}>{t("dataExperiments.arm.noRuns")}</p> : null}
      <ul className={styles.runs}>
        {arm.runs.map((run) => (
          <li key={run.id}>
            <RunWords run={run} />
            {isOpen ? (
              <IconButton
                size="small"
                name={t("dataExperiments.arm.detach", { run: run.name })}
                icon={<CloseOutlined aria-hidden="true" />}
                isBusy={isPending && variables === run.id}
                onClick={() => mutate(run.id)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {isOpen ? (
        <Button aria-label={t("dataExperiments.arm.attachTo", { arm: arm.name })} onClick={onAttach}>
          {t("dataExperiments.arm.attach")}
        </Button>
      ) : null}
    </section>
  );
};

const SourceWords = ({ arm }: { arm: ExperimentArm }) => {
  const { t, i18n } = useTranslation();
  const samples = t("dataExperiments.arm.samples", {
    count: arm.samples,
    shown: formatCount(arm.samples, i18n.language),
  });
  const name = arm.source_name ?? t("dataExperiments.arm.deleted");
  return (
    <p className={styles.quiet}>
      {t(`dataExperiments.arm.${arm.kind}`)}{" "}
      {arm.kind === "package" && arm.source_name !== null ? (
        <Link to={packageAddress(arm.source_id)}>{name}</Link>
      ) : (
        name
      )}{" "}
      · {arm.dataset_name}@{arm.version} · {samples}
    </p>
  );
};

const RunWords = ({ run }: { run: ArmRun }) => {
  const { t } = useTranslation();
  return (
    <span className={styles.run}>
      <Link to={experimentRunAddress(run.id)}>{run.name}</Link>
      {run.seed === null ? null : (
        <span className={styles.quiet}>{t("dataExperiments.arm.seed", { seed: run.seed })}</span>
      )}
      <span className={`${styles.value} ds-number`}>
        {run.value === null ? t("dataExperiments.none") : formatMetric(run.value)}
      </span>
      {run.counting === "counted" ? null : (
        <StatusTag tone={run.counting === "running" ? "info" : "warning"}>
          {t(`dataExperiments.arm.counting.${run.counting}`)}
        </StatusTag>
      )}
      {run.names_data ? null : (
        <span className={styles.quiet} title={t("dataExperiments.arm.noDataHint")}>
          {t("dataExperiments.arm.noData")}
        </span>
      )}
    </span>
  );
};
