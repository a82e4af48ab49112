import type { Board } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { z } from "zod";
import { PATHS } from "../../../lib/paths.ts";
import { GoneScreen, OneOrGone } from "../../../shared/one-or-gone.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Page } from "../../../ui/page.tsx";
import { BoardFigures } from "../board/board-tab.tsx";
import { isBlank } from "../board.rules.ts";
import { useBoardUrlState } from "../use-url-state.ts";
import { sharedBoardQuery } from "./sharing.queries.ts";

/** A leaderboard for people who were given access to it and may see nothing else of the task. */
export const Component = () => {
  const [params] = useSearchParams();
  const taskId = z.uuid().safeParse(params.get("task")).data;
  return taskId === undefined ? <NoneChosen /> : <OneBoard key={taskId} taskId={taskId} />;
};

const NoneChosen = () => {
  const { t } = useTranslation();
  return (
    <GoneScreen
      title={t("screens.sharedBoard.title")}
      about={t("screens.sharedBoard.purpose")}
      gone={{
        title: t("leaderboards.sharing.noneChosen"),
        hint: t("leaderboards.sharing.noneChosenHint"),
        link: { to: PATHS.home, words: t("leaderboards.sharing.toHome") },
      }}
    />
  );
};

const OneBoard = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  const { aggregation } = useBoardUrlState().values;
  const query = useQuery(sharedBoardQuery(taskId, aggregation));
  return (
    <OneOrGone
      title={t("screens.sharedBoard.title")}
      about={t("screens.sharedBoard.purpose")}
      gone={{
        title: t("leaderboards.sharing.gone"),
        hint: t("leaderboards.sharing.goneHint"),
        link: { to: PATHS.home, words: t("leaderboards.sharing.toHome") },
      }}
      query={query}
      failed={t("leaderboards.board.failed")}
    >
      {(board) => <SharedBoard board={board} />}
    </OneOrGone>
  );
};

const SharedBoard = ({ board }: { board: Board }) => {
  const { t } = useTranslation();
  return (
    <Page title={board.name} about={t("screens.sharedBoard.purpose")}>
      {isBlank(board) ? (
        <EmptyState title={t("leaderboards.noVotes.title")}>{t("leaderboards.noVotes.hint")}</EmptyState>
      ) : (
        <BoardFigures board={board} isShared />
      )}
    </Page>
  );
};
