import type { JudgementItem } from "@dailies/contract";
import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../ui/data-table/types.ts";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount, formatDuration } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";

/** The judgement in terms of the columns, not of the sides they were shown on. */
const Answer = ({ judgement: { outcome, a, b, answers } }: { judgement: JudgementItem }) => {
  const { t } = useTranslation();
  const words = {
    a: t("leaderboards.gold.better", { name: a }),
    b: t("leaderboards.gold.better", { name: b ?? "" }),
    tie: t("leaderboards.gold.tie"),
    both_bad: t("leaderboards.judgements.bothBad"),
  };
  if (outcome !== null) return words[outcome];
  return Object.entries(answers)
    .flatMap(([key, value]) => (value === null ? [] : [`${key}: ${JSON.stringify(value)}`]))
    .join(", ");
};

const State = ({ judgement: { voided, is_stale, informed, kind } }: { judgement: JudgementItem }) => {
  const { t } = useTranslation();
  if (voided) {
    return (
      <span title={t("leaderboards.judgements.voidedBy", voided)}>
        <StatusTag tone="warning">{t("leaderboards.judgements.voided")}</StatusTag>
      </span>
    );
  }
  if (is_stale) return <StatusTag tone="neutral">{t("leaderboards.judgements.stale")}</StatusTag>;
  if (informed) {
    const why = t(`leaderboards.judgements.why.${informed}`);
    return <StatusTag tone="warning">{t("leaderboards.judgements.informed", { why })}</StatusTag>;
  }
  return t(`leaderboards.judgements.kinds.${kind}`);
};

export const useJudgementColumns = (onVoid: ((judgement: JudgementItem) => void) | undefined) => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo((): Column<JudgementItem>[] => {
    const facts: Column<JudgementItem>[] = [
      {
        key: "seq",
        title: t("leaderboards.judgements.seq"),
        widthPx: 72,
        isNumeric: true,
        isFixed: true,
        render: ({ seq }) => formatCount(seq, language),
      },
      { key: "rater", title: t("leaderboards.raters.name"), widthPx: 130, render: ({ rater }) => rater },
      {
        key: "prompt",
        title: t("leaderboards.prompts.prompt"),
        widthPx: 240,
        render: ({ row, prompt }) => <span title={prompt}>{`${row + 1}. ${prompt}`}</span>,
      },
      {
        key: "pair",
        title: t("leaderboards.prompts.pair"),
        widthPx: 190,
        render: ({ a, b }) => (b === null ? a : t("leaderboards.prompts.against", { a, b })),
      },
      {
        key: "answer",
        title: t("leaderboards.judgements.answer"),
        widthPx: 180,
        render: (judgement) => <Answer judgement={judgement} />,
      },
      {
        key: "took",
        title: t("leaderboards.judgements.took"),
        widthPx: 84,
        isNumeric: true,
        render: ({ duration_ms }) => formatDuration(duration_ms),
      },
      { key: "at", title: t("leaderboards.judgements.at"), widthPx: 120, render: ({ at }) => <Time at={at} /> },
      {
        key: "state",
        title: t("leaderboards.judgements.state"),
        widthPx: 210,
        render: (judgement) => <State judgement={judgement} />,
      },
    ];
    if (!onVoid) return facts;
    return [
      ...facts,
      { key: "act", title: t("leaderboards.actions"), widthPx: 90, isFixed: true, isPinned: true, render: act },
    ];

    function act(judgement: JudgementItem) {
      if (judgement.voided) return null;
      return (
        <Button
          size="small"
          aria-label={t("leaderboards.void.open", { seq: judgement.seq, rater: judgement.rater })}
          onClick={() => onVoid?.(judgement)}
        >
          {t("leaderboards.void.short")}
        </Button>
      );
    }
  }, [t, language, onVoid]);
};
