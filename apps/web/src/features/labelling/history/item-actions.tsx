import type { LabelItemTimeline, LabelTaskDetail } from "@dailies/contract";
import { App, Button, Space } from "antd";
import { useTranslation } from "react-i18next";
import { labelTaskAddress } from "../../../lib/paths.ts";
import { useCan } from "../../../lib/session.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { useMarkGold } from "../gold/gold.queries.ts";

interface ItemActionsProps {
  task: LabelTaskDetail;
  timeline: LabelItemTimeline;
}

const KNOWN: readonly string[] = ["adjudicated", "accepted", "fixed"];

/** What may be done with an item that has labels: adjudicate it, also again, and keep its answer as a gold item. */
export const ItemActions = ({ task, timeline }: ItemActionsProps) => {
  const { t } = useTranslation();
  const isInternal = useCan()("internal");
  const { item, events, done } = timeline;
  if (!isInternal || done === 0) return null;
  const isAdjudicated = events.some(({ event }) => event === "adjudicated");
  const isKnown = events.some(({ event }) => KNOWN.includes(event));
  // Only the owner is told the share.
  const isOwner = task.gold_share !== null;
  return (
    <Space>
      <LinkButton size="small" to={`${labelTaskAddress(task.id)}?mode=adjudicate&item=${item}`}>
        {t(isAdjudicated ? "labelling.adjudicateAgain" : "labelling.adjudicateItem")}
      </LinkButton>
      {isOwner && isKnown ? <MarkGold taskId={task.id} item={item} /> : null}
    </Space>
  );
};

const MarkGold = ({ taskId, item }: { taskId: string; item: number }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutate, isPending } = useMarkGold(taskId);
  return (
    <Button
      size="small"
      loading={isPending}
      onClick={() =>
        mutate(item, { onSuccess: () => void message.success(t("labelling.gold.marked", { item: String(item) })) })
      }
    >
      {t("labelling.gold.mark")}
    </Button>
  );
};
