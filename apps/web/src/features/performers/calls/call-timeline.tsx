import type { PerformerTaskItem, PerformerTaskStatus } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatPercent } from "../../../ui/format.ts";
import styles from "./calls.module.css";

const WAY = ["Pending", "Queued", "Running"] as const;
type Step = (typeof WAY)[number] | "end";

const placeOf = (status: PerformerTaskStatus): number => {
  const place = (WAY as readonly string[]).indexOf(status);
  return place < 0 ? WAY.length : place;
};

/** A job that ended in the queue never ran: omit those steps instead of showing them as done. */
const wasThere = (call: PerformerTaskItem, step: Step): boolean =>
  step !== "Running" || call.finished_at === null || call.started_at !== null;

interface CallTimelineProps {
  call: PerformerTaskItem;
  /** Vertical layout, for narrow containers. */
  isUpright?: boolean;
}

/** The timeline of one job: Pending → Queued (3rd) → Running 40 % → final status. */
export const CallTimeline = ({ call, isUpright = false }: CallTimelineProps) => {
  const { t } = useTranslation();
  const now = placeOf(call.status);
  const steps = ([...WAY, "end"] as const).filter((step) => wasThere(call, step));
  return (
    <ol className={styles.timeline} data-upright={isUpright} aria-label={t("performers.timeline")}>
      {steps.map((step) => {
        const place = step === "end" ? WAY.length : WAY.indexOf(step);
        const state = stateOf(place, now);
        return (
          <li
            key={step}
            data-state={state}
            data-failed={isNowFailed(call, step)}
            aria-current={state === "now" ? "step" : undefined}
          >
            <span className={styles.timelineDot} aria-hidden="true" />
            <StepWords call={call} step={step} isNow={state === "now"} />
          </li>
        );
      })}
    </ol>
  );
};

const isNowFailed = ({ status }: PerformerTaskItem, step: Step): true | undefined =>
  (step === "end" && status === "Failed") || undefined;

const stateOf = (place: number, now: number): "done" | "now" | "ahead" => {
  if (place === now) return "now";
  return place < now ? "done" : "ahead";
};

interface StepWordsProps {
  call: PerformerTaskItem;
  step: Step;
  isNow: boolean;
}

const StepWords = ({ call, step, isNow }: StepWordsProps) => {
  const { t, i18n } = useTranslation();
  const { status, progress, queue_position } = call;
  if (step === "end") {
    // Until the job has ended, the last step shows the expected status.
    return <span>{t(`shared.call.status.${call.finished_at === null ? "Succeeded" : status}`)}</span>;
  }
  const word = t(`shared.call.status.${step}`);
  if (isNow && step === "Queued" && queue_position !== null) {
    return <span>{t("performers.queuedAt", { status: word, count: queue_position + 1, ordinal: true })}</span>;
  }
  if (isNow && step === "Running" && progress !== null) {
    return (
      <span className="ds-number">
        {t("performers.runningAt", { status: word, share: formatPercent(progress, 0, i18n.language) })}
      </span>
    );
  }
  return <span>{word}</span>;
};
