import type { Board, EvaluationDetail } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { axesOf, axisOf, isBlank } from "../board.rules.ts";
import { useBoardUrlState, useTab } from "../use-url-state.ts";
import { AgreementLine } from "./agreement-line.tsx";
import { AxesOverview } from "./axes-overview.tsx";
import { BeatsMatrix } from "./beats-matrix.tsx";
import { BoardControls } from "./board-controls.tsx";
import { BoardFindings } from "./board-findings.tsx";
import { BoardGate } from "./board-gate.tsx";
import { BoardTable } from "./board-table.tsx";
import { BoardWarnings } from "./board-warnings.tsx";
import { CategoryTable } from "./category-table.tsx";
import { MethodBox } from "./method-box.tsx";
import { PartsTable } from "./parts-table.tsx";
import { SnapshotList } from "./snapshot-list.tsx";

interface BoardTabProps {
  evaluation: EvaluationDetail;
}

export const BoardTab = ({ evaluation }: BoardTabProps) => (
  <BoardGate evaluation={evaluation}>
    {(board) => (isBlank(board) ? <NoJudgements evaluation={evaluation} /> : <BoardFigures board={board} />)}
  </BoardGate>
);

interface BoardFiguresProps {
  board: Board;
  /** For people who may see the results and nothing else: no downloads and no snapshots. */
  isShared?: boolean;
}

/** Everything that the judgements say, from the conclusion to the method. */
export const BoardFigures = ({ board, isShared = false }: BoardFiguresProps) => {
  const { values } = useBoardUrlState();
  const axis = axisOf(board, values.axis);
  if (!axis) return null;
  return (
    <>
      <BoardWarnings board={board} />
      <BoardFindings board={board} axis={axis} />
      <BoardControls board={board} axis={axis} hasDownloads={!isShared} />
      <BoardTable board={board} axis={axis} />
      <AgreementLine axis={axis} />
      <PartsTable axis={axis} />
      {axesOf(board).length > 1 ? <AxesOverview board={board} chosen={axis} /> : null}
      <BeatsMatrix axis={axis} />
      <CategoryTable board={board} />
      <MethodBox board={board} />
      {isShared ? null : <SnapshotList board={board} />}
    </>
  );
};

const NoJudgements = ({ evaluation }: BoardTabProps) => {
  const { t } = useTranslation();
  const { addressOf } = useTab("board");
  return (
    <EmptyState
      title={t("leaderboards.noVotes.title")}
      action={
        evaluation.is_mine && evaluation.status === "Benchmarking" ? (
          <LinkButton isPrimary to={addressOf("judging")}>
            {t("leaderboards.noVotes.action")}
          </LinkButton>
        ) : undefined
      }
    >
      {t("leaderboards.noVotes.hint")}
    </EmptyState>
  );
};
