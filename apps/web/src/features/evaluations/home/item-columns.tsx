import type { OwnItem } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import type { Column } from "../../../ui/data-table/types.ts";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { Time } from "../../../ui/time.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { useUndoJudgement } from "../evaluations.queries.ts";
import styles from "./home.module.css";

const TONES: Record<OwnItem["status"], StatusTone> = {
  leased: "info",
  submitted: "success",
  skipped: "neutral",
  released: "neutral",
  lost: "warning",
  stale: "warning",
};

const promptOf = ({ prompt }: OwnItem): string => {
  const text = typeof prompt.prompt === "string" ? prompt.prompt : undefined;
  return text ?? Object.values(prompt).find((value) => typeof value === "string") ?? "";
};

export const useItemColumns = (): Column<OwnItem>[] => {
  const { t } = useTranslation();
  return [
    { key: "at", title: t("evaluations.mine.at"), widthPx: 110, render: ({ at }) => <Time at={at} /> },
    { key: "task", title: t("evaluations.mine.task"), widthPx: 130, render: ({ task_name }) => task_name },
    {
      key: "prompt",
      title: t("evaluations.prompt"),
      widthPx: 220,
      isFixed: true,
      render: (item) => <span title={promptOf(item)}>{promptOf(item)}</span>,
    },
    { key: "answer", title: t("evaluations.mine.answer"), widthPx: 140, render: (item) => <Answer item={item} /> },
    { key: "status", title: t("evaluations.mine.status"), widthPx: 110, render: (item) => <ItemStatus item={item} /> },
    { key: "names", title: t("evaluations.mine.names"), widthPx: 190, render: (item) => <Names item={item} /> },
    {
      key: "acts",
      title: t("evaluations.mine.acts"),
      widthPx: 120,
      isPinned: true,
      render: (item) => <UndoButton item={item} />,
    },
  ];
};

const Answer = ({ item: { choice, strength, answers } }: { item: OwnItem }) => {
  const { t } = useTranslation();
  const given = Object.values(answers).filter((value) => value !== null).length;
  if (choice === null) return given > 0 ? t("evaluations.mine.answers", { count: given }) : "—";
  const words = t(`leasedWork.choice.${choice}`);
  return strength === null ? words : `${words} (${strength > 0 ? "+" : ""}${strength})`;
};

const ItemStatus = ({ item: { status, is_voided } }: { item: OwnItem }) => {
  const { t } = useTranslation();
  if (is_voided) return <StatusTag tone="warning">{t("evaluations.mine.voided")}</StatusTag>;
  return <StatusTag tone={TONES[status]}>{t(`evaluations.mine.statuses.${status}`)}</StatusTag>;
};

/** The models behind the clips, revealed once judging can no longer be biased by it. */
const Names = ({ item: { revealed } }: { item: OwnItem }) => {
  const { t } = useTranslation();
  if (!revealed) return <span className={styles.quiet}>{t("evaluations.mine.hidden")}</span>;
  const words = revealed.map(({ slot, label }) => `${slot}: ${label}`).join(" · ");
  return <span title={words}>{words}</span>;
};

const UndoButton = ({ item }: { item: OwnItem }) => {
  const { t } = useTranslation();
  const nowMs = useNow();
  const navigate = useNavigate();
  const { mutate, isPending } = useUndoJudgement();
  const { judgement_id, can_undo_until, task_id } = item;
  if (judgement_id === null || can_undo_until === null || Date.parse(can_undo_until) <= nowMs) return null;
  const undo = (): void =>
    mutate(judgement_id, { onSuccess: () => void navigate(`${PATHS.evaluating}?task=${task_id}`) });
  return (
    <Button size="small" loading={isPending} onClick={undo}>
      {t("evaluations.undo.action")}
    </Button>
  );
};
