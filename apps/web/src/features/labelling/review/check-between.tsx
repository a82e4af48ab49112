import type { LabelCheckQueue, LabelTaskDetail } from "@dailies/contract";
import { Button } from "antd";
import type { Dispatch } from "react";
import { useTranslation } from "react-i18next";
import { useIsOnline } from "../../../lib/live/online.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { TaskPage } from "../workspace/task-page.tsx";

interface CheckBetweenProps {
  task: LabelTaskDetail;
  kind: "reviews" | "adjudications";
  work: {
    readonly queue: { readonly isExhausted: boolean; readonly progress: LabelCheckQueue | undefined };
    readonly refill: { readonly isClaiming: boolean; readonly error: unknown; readonly retry: () => void };
    readonly tell: Dispatch<{ readonly act: "lookAgain" }>;
    readonly mail: { readonly waiting: number };
  };
}

/** No current item: loading, failed, everything in other hands, or finished. */
export const CheckBetween = ({ task, kind, work }: CheckBetweenProps) => (
  <TaskPage task={task}>
    <State task={task} kind={kind} work={work} />
  </TaskPage>
);

const State = ({ kind, work: { queue, refill, tell, mail } }: CheckBetweenProps) => {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  if (refill.error) {
    const { isClaiming, error, retry } = refill;
    return (
      <ErrorPanel title={t("labelling.review.claimFailed")} error={error} isRetrying={isClaiming} onRetry={retry} />
    );
  }
  if (!queue.isExhausted && isOnline) return <Skeleton rows={10} />;
  if (!queue.isExhausted)
    return (
      <EmptyState title={t("labelling.offline.title")}>
        {t("labelling.offline.nothing", { count: mail.waiting })}
      </EmptyState>
    );
  const state = queue.progress?.state ?? "done";
  const shown = state === "working" ? "done" : state;
  return (
    <EmptyState
      title={t(`labelling.review.nothing.${kind}.${shown}.title`)}
      picture={shown === "waiting" ? "lens" : "frames"}
      action={
        <Button loading={refill.isClaiming} onClick={() => tell({ act: "lookAgain" })}>
          {t("labelling.nothing.look")}
        </Button>
      }
    >
      {t(`labelling.review.nothing.${kind}.${shown}.hint`)}
    </EmptyState>
  );
};
