import { CheckCircleOutlined } from "@ant-design/icons";
import type { BenchmarkDetail } from "@dailies/contract";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { formatCount } from "../../ui/format.ts";
import type { Offers } from "./benchmark.rules.ts";
import styles from "./benchmarks.module.css";
import type { OpenDialog } from "./dialogs/dialogs.tsx";

interface EmptyGridProps {
  task: BenchmarkDetail;
  offers: Offers;
  onOpen: OpenDialog;
}

/** Empty state of the grid: says whether rows or columns are missing. */
export const EmptyGrid = ({ task, offers, onOpen }: EmptyGridProps) => {
  const { t, i18n } = useTranslation();
  const shown = (count: number) => ({ count, shown: formatCount(count, i18n.language) });
  return (
    <div className={styles.empty}>
      <EmptyState title={t("benchmarks.empty.title")}>
        {offers.canAdd ? t("benchmarks.empty.hint") : t("benchmarks.empty.readOnly")}
      </EmptyState>
      <ol className={styles.steps} aria-label={t("benchmarks.empty.steps")}>
        <Step
          number={1}
          title={t("benchmarks.empty.rowsTitle")}
          done={task.rows > 0 ? t("benchmarks.empty.rowsDone", shown(task.rows)) : undefined}
          hint={t("benchmarks.empty.rowsHint")}
        >
          {offers.canAdd ? (
            <>
              <Button type={task.rows > 0 ? "default" : "primary"} onClick={() => onOpen({ at: "row" })}>
                {t("benchmarks.toolbar.addRow")}
              </Button>
              <Button onClick={() => onOpen({ at: "import" })}>{t("benchmarks.toolbar.importRows")}</Button>
            </>
          ) : null}
        </Step>
        <Step
          number={2}
          title={t("benchmarks.empty.columnsTitle")}
          done={task.columns > 0 ? t("benchmarks.empty.columnsDone", shown(task.columns)) : undefined}
          hint={t("benchmarks.empty.columnsHint")}
        >
          {offers.canAdd ? (
            <Button
              type={task.rows > 0 && task.columns === 0 ? "primary" : "default"}
              onClick={() => onOpen({ at: "column" })}
            >
              {t("benchmarks.toolbar.addColumn")}
            </Button>
          ) : null}
        </Step>
      </ol>
    </div>
  );
};

interface StepProps {
  number: number;
  title: string;
  hint: string;
  done: string | undefined;
  children: ReactNode;
}

const Step = ({ number, title, hint, done, children }: StepProps) => (
  <li className={styles.step}>
    <span className={styles.stepNumber} aria-hidden="true">
      {done ? <CheckCircleOutlined /> : number}
    </span>
    <div className={styles.stepWords}>
      <h3 className={styles.heading}>{title}</h3>
      <p className={styles.hint}>{done ?? hint}</p>
      <div className={styles.line}>{children}</div>
    </div>
  </li>
);
