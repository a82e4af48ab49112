import type { BenchmarkDetail } from "@dailies/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatMicros } from "../../shared/money.ts";
import { formatCount, formatDuration } from "../../ui/format.ts";
import { inFlightOf, progressOf } from "./benchmark.rules.ts";
import styles from "./benchmarks.module.css";

interface FigureProps {
  label: string;
  children: ReactNode;
  note?: string;
  isWarning?: boolean;
}

const Figure = ({ label, children, note, isWarning }: FigureProps) => (
  <div className={styles.figure} data-warning={isWarning || undefined}>
    <dt>{label}</dt>
    <dd className="ds-number">
      {children}
      {note ? <span className={styles.figureNote}> {note}</span> : null}
    </dd>
  </div>
);

/** Progress and cost so far, and the estimate for the rest. */
export const Footer = ({ task }: { task: BenchmarkDetail }) => {
  const { t, i18n } = useTranslation();
  const progress = progressOf(task);
  const cells = progress.total - progress.excluded;
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <dl className={styles.footer} aria-label={t("benchmarks.footer.name")}>
      {cells === 0 ? null : (
        <>
          <Figure label={t("benchmarks.footer.done")}>
            {count(progress.succeeded)} / {count(cells)}
          </Figure>
          <Figure label={t("benchmarks.footer.failed")}>{count(progress.failed)}</Figure>
        </>
      )}
      <Money task={task} />
      <TimeLeft task={task} />
    </dl>
  );
};

const Money = ({ task: { spend, status } }: { task: BenchmarkDetail }) => {
  const { t, i18n } = useTranslation();
  if (!spend) return null;
  const money = (micros: number): string => formatMicros(micros, spend.currency, i18n.language);
  const projected = spend.actual_micros + spend.reserved_micros + spend.estimated_micros;
  const isOver = spend.budget_micros !== null && projected > spend.budget_micros;
  return (
    <>
      <Figure label={t("benchmarks.footer.spent")}>{money(spend.actual_micros)}</Figure>
      {/* There is no cost before generation starts; the dry run shows the estimate. */}
      {status === "Init" ? null : (
        <Figure
          label={t("benchmarks.footer.projected")}
          note={isOver ? t("benchmarks.footer.over") : undefined}
          isWarning={isOver}
        >
          {money(projected)}
        </Figure>
      )}
      <Figure
        label={t("benchmarks.footer.budget")}
        note={
          spend.budget_micros === null
            ? undefined
            : t(spend.is_budget_hard ? "benchmarks.footer.hard" : "benchmarks.footer.soft")
        }
      >
        {spend.budget_micros === null ? t("benchmarks.footer.none") : money(spend.budget_micros)}
      </Figure>
    </>
  );
};

const TimeLeft = ({ task }: { task: BenchmarkDetail }) => {
  const { t } = useTranslation();
  if (task.status === "Init") return null;
  const left = task.pace?.seconds_left ?? null;
  const isUnderWay = inFlightOf(progressOf(task)) > 0;
  if (!isUnderWay) return <Figure label={t("benchmarks.footer.left")}>{t("benchmarks.footer.ended")}</Figure>;
  return (
    <Figure label={t("benchmarks.footer.left")}>
      {left === null ? t("benchmarks.footer.unknown") : `≈ ${formatDuration(left * 1000)}`}
    </Figure>
  );
};
