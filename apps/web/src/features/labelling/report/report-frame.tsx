import { BarChartOutlined } from "@ant-design/icons";
import { type LabelReport, type LabelReportState, MIN_REPORT_ITEMS } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Space } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../../lib/paths.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Time } from "../../../ui/time.tsx";
import styles from "./report.module.css";
import { labelReportQuery, useMeasureReport } from "./report.queries.ts";

interface ReportFrameProps {
  taskId: string;
  children: (report: LabelReport) => ReactNode;
}

/** The newest report, with its age and what it is based on, or why there is none. */
export const ReportFrame = ({ taskId, children }: ReportFrameProps) => {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(labelReportQuery(taskId));
  if (!data)
    return error ? (
      <ErrorPanel
        title={t("labelling.report.loadFailed")}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton rows={8} />
    );
  return (
    <div className={styles.tab}>
      {data.status === "Failed" ? (
        <ErrorPanel isCompact title={t("labelling.report.failed")} error={new Error(data.error ?? "")} />
      ) : null}
      {data.report ? (
        <>
          <Basis state={data} report={data.report} />
          {children(data.report)}
        </>
      ) : (
        <NoReport state={data} />
      )}
    </div>
  );
};

const MeasureButton = ({ state: { task_id, status }, isPrimary }: { state: LabelReportState; isPrimary?: boolean }) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useMeasureReport(task_id);
  const isRunning = isPending || status === "Running";
  return (
    <Button
      type={isPrimary ? "primary" : "default"}
      icon={<BarChartOutlined aria-hidden="true" />}
      loading={isRunning}
      onClick={() => mutate()}
    >
      {t(isRunning ? "labelling.report.measuring" : "labelling.report.measure")}
    </Button>
  );
};

const NoReport = ({ state }: { state: LabelReportState }) => {
  const { t } = useTranslation();
  return (
    <EmptyState title={t("labelling.report.none")} action={<MeasureButton state={state} isPrimary />}>
      {t(state.status === "Running" ? "labelling.report.runningHint" : "labelling.report.noneHint")}
    </EmptyState>
  );
};

const Basis = ({ state, report }: { state: LabelReportState; report: LabelReport }) => {
  const { t, i18n } = useTranslation();
  const words = (count: number) => ({ count, shown: formatCount(count, i18n.language) });
  return (
    <div className={styles.basis}>
      <div>
        <p className={`${styles.basisLine} ds-number`}>
          {state.measured_at === null ? null : (
            <>
              {t("labelling.report.measured")} <Time at={state.measured_at} /> ·{" "}
            </>
          )}
          {t(report.is_sample ? "labelling.report.sample" : "labelling.report.basis", words(report.items))} ·{" "}
          {t("labelling.report.labels", words(report.labels))}
        </p>
        <p className={styles.quiet}>{t("labelling.report.hidden", { min: MIN_REPORT_ITEMS })}</p>
      </div>
      <Space>
        {report.items > 0 ? (
          <LinkButton to={`${PATHS.labelTasks}?new=1&from=${state.task_id}`}>
            {t("labelling.disagreements.open")}
          </LinkButton>
        ) : null}
        <MeasureButton state={state} />
      </Space>
    </div>
  );
};
