import type { BenchmarkDetail, DryRun } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Checkbox } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMicros } from "../../../shared/money.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatCount, formatDuration } from "../../../ui/format.ts";
import { dryRunQuery, useGenerate } from "../benchmarks.queries.ts";
import styles from "../dialogs/dialog.module.css";
import { DialogFooter } from "../dialogs/dialog-footer.tsx";
import { useSubmit } from "../use-submit.ts";
import { DryRunFaults } from "./dry-run-faults.tsx";

interface GenerateDialogProps {
  task: BenchmarkDetail;
  onClose: () => void;
}

const isOverBudget = ({ cost }: DryRun, { budget }: BenchmarkDetail): boolean =>
  budget !== null && cost !== null && cost.amount_micros > budget.limit_micros;

const isBlocked = (run: DryRun | undefined, task: BenchmarkDetail): boolean =>
  !run ||
  run.calls + run.reusable === 0 ||
  run.faults.length > 0 ||
  (isOverBudget(run, task) && task.budget?.is_hard === true);

/** Shows the cost of generating and any blockers before starting. */
export const GenerateDialog = ({ task, onClose }: GenerateDialogProps) => {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const [takesReusable, setTakesReusable] = useState(false);
  const run = useQuery(dryRunQuery(task.id));
  const { mutateAsync } = useGenerate(task.id);
  const { isBusy, error, submit } = useSubmit(onClose);
  const calls = run.data?.calls ?? 0;
  const action =
    calls > 0
      ? t("benchmarks.dryRun.run", { count: calls, shown: formatCount(calls, i18n.language) })
      : t("benchmarks.dryRun.runBlocked");
  const generate = (): void =>
    submit(async () => {
      await mutateAsync(takesReusable);
      void message.success(t("benchmarks.dryRun.started"));
    });
  return (
    <FormDialog
      title={t("benchmarks.dryRun.title", { name: task.name })}
      widthPx={640}
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <DialogFooter
          action={action}
          isBusy={isBusy}
          isBlocked={isBlocked(run.data, task)}
          error={error}
          onCancel={onClose}
          onAct={generate}
        />
      }
    >
      <div className={styles.form}>
        {run.error ? (
          <ErrorPanel title={t("benchmarks.dryRun.failed")} error={run.error} onRetry={() => void run.refetch()} />
        ) : null}
        {run.isPending ? (
          <>
            <p className={styles.lead}>{t("benchmarks.dryRun.checking")}</p>
            <Skeleton rows={5} />
          </>
        ) : null}
        {run.data ? (
          <>
            <DryRunFigures run={run.data} task={task} />
            {run.data.reusable > 0 ? (
              <div>
                <Checkbox checked={takesReusable} onChange={({ target }) => setTakesReusable(target.checked)}>
                  {t("benchmarks.dryRun.reuse", {
                    count: run.data.reusable,
                    shown: formatCount(run.data.reusable, i18n.language),
                  })}
                </Checkbox>
                <p className={styles.hint}>{t("benchmarks.dryRun.reuseHint")}</p>
              </div>
            ) : null}
            <DryRunFaults run={run.data} columns={task.columns_list} />
          </>
        ) : null}
      </div>
    </FormDialog>
  );
};

const DryRunFigures = ({ run, task }: { run: DryRun; task: BenchmarkDetail }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const price = (cost: DryRun["cost"]): string =>
    cost ? `≈ ${formatMicros(cost.amount_micros, cost.currency, i18n.language)}` : t("benchmarks.dryRun.noPrice");
  const { budget } = task;
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt>{t("benchmarks.dryRun.calls")}</dt>
          <dd className="ds-number">{count(run.calls)}</dd>
        </div>
        <div>
          <dt>{t("benchmarks.dryRun.cost")}</dt>
          <dd className="ds-number">{price(run.cost)}</dd>
        </div>
        <div>
          <dt>{t("benchmarks.dryRun.time")}</dt>
          <dd className="ds-number">
            {run.seconds_estimate === null
              ? t("benchmarks.dryRun.noTime")
              : formatDuration(run.seconds_estimate * 1000)}
          </dd>
        </div>
      </dl>
      {run.unpriced_calls > 0 ? (
        <p className={styles.hint}>
          {t("benchmarks.dryRun.unpriced", { count: run.unpriced_calls, shown: count(run.unpriced_calls) })}
        </p>
      ) : null}
      {budget && isOverBudget(run, task) ? (
        <p role="alert" className={styles.warning}>
          {t(budget.is_hard ? "benchmarks.dryRun.overBudgetHard" : "benchmarks.dryRun.overBudget", {
            budget: formatMicros(budget.limit_micros, task.currency, i18n.language),
          })}
        </p>
      ) : null}
      {run.calls + run.reusable === 0 && run.faults.length === 0 ? (
        <p className={styles.warning}>{t("benchmarks.dryRun.nothing")}</p>
      ) : null}
      {run.by_column.length > 0 ? (
        <table className={styles.table}>
          <caption className="ds-visually-hidden">{t("benchmarks.dryRun.byColumn")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("benchmarks.dryRun.column")}</th>
              <th scope="col" className="ds-number">
                {t("benchmarks.dryRun.calls")}
              </th>
              <th scope="col" className="ds-number">
                {t("benchmarks.dryRun.cost")}
              </th>
            </tr>
          </thead>
          <tbody>
            {run.by_column.map((column) => (
              <tr key={column.col}>
                <th scope="row">{column.label}</th>
                <td className="ds-number">{count(column.calls)}</td>
                <td className="ds-number">{price(column.cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  );
};
