import type { Board, EvaluationDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../lib/api/api-error.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import styles from "../leaderboards.module.css";
import { boardQuery } from "../leaderboards.queries.ts";
import { useBoardUrlState } from "../use-url-state.ts";

interface BoardGateProps {
  evaluation: EvaluationDetail;
  children: (board: Board) => ReactNode;
}

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** Renders the leaderboard for users who may see it now; others are told when it opens. */
export const BoardGate = ({ evaluation, children }: BoardGateProps) => {
  const { t } = useTranslation();
  const { aggregation, snapshot } = useBoardUrlState().values;
  const found = useQuery(boardQuery(evaluation.task_id, { aggregation, snapshot }));
  if (isRefused(found.error)) return <StillJudging evaluation={evaluation} />;
  if (found.error && !found.data) {
    return (
      <ErrorPanel
        title={t("leaderboards.board.failed")}
        error={found.error}
        isRetrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  }
  if (!found.data) return <Skeleton rows={10} />;
  return (
    <>
      {found.error ? (
        <ErrorPanel
          isCompact
          title={t("leaderboards.board.stale")}
          error={found.error}
          isRetrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      ) : null}
      <div className={styles.gate} aria-busy={found.isPlaceholderData}>
        {children(found.data)}
      </div>
    </>
  );
};

/** An interim leaderboard would bias raters with the judgements of others. */
const StillJudging = ({ evaluation: { progress } }: Pick<BoardGateProps, "evaluation">) => {
  const { t } = useTranslation();
  return (
    <>
      <EmptyState title={t("leaderboards.closedBoard.title")}>{t("leaderboards.closedBoard.hint")}</EmptyState>
      <div className={styles.narrow}>
        <Progress
          isUntimed
          label={t("leaderboards.judging.votes")}
          done={progress.votes_done}
          total={progress.votes_needed}
        />
      </div>
    </>
  );
};
