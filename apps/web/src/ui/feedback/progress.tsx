import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { formatCount, formatDecimal, formatDuration } from "../format.ts";
import "./progress.css";
import { ProgressTrack } from "./progress-track.tsx";
import { StatusTag, type StatusTone } from "./status-tag.tsx";

export type ProgressState = "running" | "done" | "failed" | "cancelled";

interface ProgressProps {
  /** What is running: "generation of 48 clips". */
  label: string;
  done: number;
  /** Unknown while the work is still being counted. */
  total?: number;
  ratePerSecond?: number;
  state?: ProgressState;
  /** Work done by people at their own pace: no estimate of the time left. */
  isUntimed?: boolean;
  onCancel?: () => void;
  isCancelling?: boolean;
}

const TONES: Record<ProgressState, StatusTone> = {
  running: "info",
  done: "success",
  failed: "error",
  cancelled: "neutral",
};

export const Progress = (props: ProgressProps) => {
  const { t } = useTranslation();
  const { label, done, total, state = "running", onCancel, isCancelling } = props;
  const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
  return (
    <div className={`ds-progress ds-progress-${share === undefined && state === "running" ? "unknown" : state}`}>
      <div className="ds-progress-head">
        <span className="ds-progress-label">{label}</span>
        <StatusTag tone={TONES[state]}>{t(`ui.progress.${state}`)}</StatusTag>
      </div>
      <ProgressTrack label={label} done={share === undefined ? undefined : done} total={total} tone={TONES[state]} />
      <div className="ds-progress-foot">
        <ProgressFacts {...props} />
        {onCancel === undefined || state !== "running" ? null : (
          <Button
            size="small"
            loading={isCancelling}
            onClick={onCancel}
            aria-label={t("ui.progress.cancel", { label })}
          >
            {t("ui.cancel")}
          </Button>
        )}
      </div>
    </div>
  );
};

const ProgressFacts = ({ done, total, ratePerSecond, state = "running", isUntimed }: ProgressProps) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const facts: string[] = [
    total === undefined
      ? t("ui.progress.countOnly", { done: count(done) })
      : t("ui.progress.count", { done: count(done), total: count(total) }),
  ];
  if (state === "running" && ratePerSecond !== undefined && ratePerSecond > 0) {
    facts.push(
      ratePerSecond >= 1
        ? t("ui.progress.rate", { rate: formatDecimal(ratePerSecond, ratePerSecond < 100 ? 1 : 0, i18n.language) })
        : t("ui.progress.slowRate", { rate: formatDecimal(ratePerSecond * 60, 1, i18n.language) }),
    );
    if (total !== undefined) {
      facts.push(t("ui.progress.left", { time: formatDuration(((total - done) / ratePerSecond) * 1000) }));
    }
  } else if (state === "running" && !isUntimed) {
    facts.push(t("ui.progress.estimating"));
  }
  return <span className="ds-progress-facts ds-number">{facts.join(" · ")}</span>;
};
