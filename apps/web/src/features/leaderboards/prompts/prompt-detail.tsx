import type { Board, BoardPrompt } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Detail } from "../../../ui/detail.tsx";
import type { useDetailParam } from "../../../ui/use-detail-param.ts";
import { promptQuery } from "../leaderboards.queries.ts";
import { PromptClips } from "./prompt-clips.tsx";
import { PromptJudgements } from "./prompt-judgements.tsx";
import { PromptMetrics } from "./prompt-metrics.tsx";
import { promptWords } from "./prompt-words.ts";
import styles from "./prompts.module.css";

interface PromptDetailProps {
  board: Board;
  /** The visible page, for navigating to the neighbours. */
  rows: readonly BoardPrompt[];
  detail: ReturnType<typeof useDetailParam>;
}

const WIDTH_PX = 1_080;

/** One prompt: its synced clips with marks, the outcomes, and the metrics. */
export const PromptDetail = ({ board, rows, detail }: PromptDetailProps) => {
  const { t } = useTranslation();
  const { openId } = detail;
  const prompt = Number(openId);
  const isOpen = openId !== undefined && Number.isInteger(prompt) && prompt >= 0;
  const found = useQuery({ ...promptQuery(board.task_id, prompt), enabled: isOpen });
  const at = rows.findIndex((row) => row.prompt === prompt);
  const goTo = (index: number): (() => void) | undefined => {
    const row = at < 0 ? undefined : rows[index];
    return row && (() => detail.move(String(row.prompt)));
  };
  return (
    <Detail
      isOpen={isOpen}
      widthPx={Math.min(WIDTH_PX, window.innerWidth)}
      title={found.data ? t("leaderboards.prompts.title", { row: found.data.row + 1 }) : t("leaderboards.prompts.one")}
      onClose={detail.close}
      onPrevious={goTo(at - 1)}
      onNext={goTo(at + 1)}
      position={at < 0 ? undefined : { index: at + 1, total: rows.length }}
      isLoading={found.isPending}
      error={found.data ? undefined : found.error}
      onRetry={() => void found.refetch()}
    >
      {found.data ? (
        <div className={styles.detail}>
          <p className={styles.words}>{promptWords(found.data)}</p>
          <PromptClips board={board} prompt={found.data} />
          <PromptJudgements board={board} prompt={found.data} />
          <PromptMetrics board={board} prompt={found.data} />
        </div>
      ) : null}
    </Detail>
  );
};
