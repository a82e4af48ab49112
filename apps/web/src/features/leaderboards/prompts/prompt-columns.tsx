import type { BoardPrompt } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { formatCount, formatDecimal, formatPercent } from "../../../ui/format.ts";
import { promptWords } from "./prompt-words.ts";

const UPSET_DIGITS = 2;

export const usePromptColumns = (): Column<BoardPrompt>[] => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(
    () => [
      {
        key: "row",
        title: t("leaderboards.prompts.row"),
        widthPx: 64,
        isNumeric: true,
        render: ({ row }) => formatCount(row + 1, language),
      },
      {
        key: "prompt",
        title: t("leaderboards.prompts.prompt"),
        widthPx: 420,
        isFixed: true,
        render: (prompt) => <span title={promptWords(prompt)}>{promptWords(prompt)}</span>,
      },
      {
        key: "category",
        title: t("leaderboards.categories.category"),
        widthPx: 140,
        render: ({ category }) => category || t("leaderboards.none"),
      },
      {
        key: "votes",
        title: t("leaderboards.board.votes"),
        widthPx: 90,
        isNumeric: true,
        render: ({ votes }) => formatCount(votes, language),
      },
      {
        key: "disagreement",
        title: t("leaderboards.prompts.disagreement"),
        widthPx: 130,
        isNumeric: true,
        render: ({ disagreement }) =>
          disagreement === null ? t("leaderboards.none") : formatPercent(disagreement, 0, language),
      },
      {
        key: "upset",
        title: t("leaderboards.prompts.upset"),
        widthPx: 130,
        isNumeric: true,
        render: ({ upset }) => (upset === null ? t("leaderboards.none") : formatDecimal(upset, UPSET_DIGITS, language)),
      },
    ],
    [t, language],
  );
};
