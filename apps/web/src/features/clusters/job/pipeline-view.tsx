import type { DataOperator, DataPipeline } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { ProgressTrack } from "../../../ui/feedback/progress-track.tsx";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { formatCount, formatDecimal } from "../../../ui/format.ts";
import { findBottleneck } from "../clusters.rules.ts";
import styles from "./job.module.css";

const TONES: Readonly<Record<string, StatusTone>> = { RUNNING: "info", FINISHED: "success", FAILED: "error" };
const toneOf = (state: string): StatusTone => TONES[state] ?? "neutral";

/** The operators of a Ray Data dataset in order. Blocks are counted by Ray itself; the rest needs Prometheus. */
export const PipelineView = ({ pipeline }: { pipeline: DataPipeline }) => {
  const { t } = useTranslation();
  const bottleneck = findBottleneck(pipeline.operators);
  return (
    <div className={styles.pipeline}>
      <p className={styles.dataset}>
        <span>{pipeline.dataset}</span> <StatusTag tone={toneOf(pipeline.state)}>{pipeline.state}</StatusTag>
      </p>
      <ol className={styles.operators} aria-label={t("clusters.pipeline.operators", { name: pipeline.dataset })}>
        {pipeline.operators.map((operator) => (
          <Operator key={operator.operator} one={operator} isBottleneck={operator === bottleneck} />
        ))}
      </ol>
      {pipeline.has_metrics ? null : <p className={styles.quiet}>{t("clusters.pipeline.needsPrometheus")}</p>}
    </div>
  );
};

const Operator = ({ one, isBottleneck }: { one: DataOperator; isBottleneck: boolean }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const facts = [
    t("clusters.pipeline.blocks", { done: count(one.blocks_done), total: count(one.blocks_total) }),
    one.queued_blocks === null || one.queued_blocks === 0
      ? undefined
      : t("clusters.pipeline.queued", { count: one.queued_blocks, shown: count(one.queued_blocks) }),
    one.rows === null ? undefined : t("clusters.pipeline.rows", { count: one.rows, shown: count(one.rows) }),
    one.rows_per_s === null
      ? undefined
      : t("clusters.pipeline.rate", { rate: formatDecimal(one.rows_per_s, 1, i18n.language) }),
    one.cpu_cores === null
      ? undefined
      : t("clusters.pipeline.cores", {
          cpu: formatDecimal(one.cpu_cores, 1, i18n.language),
          gpu: formatDecimal(one.gpu_cores ?? 0, 1, i18n.language),
        }),
  ].filter((fact) => fact !== undefined);
  return (
    <li className={styles.operator} data-bottleneck={isBottleneck || undefined}>
      <span className={styles.operatorName}>{one.name}</span>
      <StatusTag tone={toneOf(one.state)}>{one.state}</StatusTag>
      {isBottleneck ? <StatusTag tone="warning">{t("clusters.pipeline.bottleneck")}</StatusTag> : null}
      <ProgressTrack label={one.name} done={one.blocks_done} total={one.blocks_total} />
      <span className={styles.operatorFacts}>{facts.join(" · ")}</span>
    </li>
  );
};
