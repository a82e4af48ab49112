import type { EvaluationDetail } from "@dailies/contract";
import { Space } from "antd";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../lib/paths.ts";
import { LineageLine } from "../../shared/lineage/lineage-line.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Page } from "../../ui/page.tsx";
import { BoardTab } from "./board/board-tab.tsx";
import { hasStarted } from "./board.rules.ts";
import { JudgingTab } from "./judging/judging-tab.tsx";
import { MetricsTab } from "./metrics/metrics-tab.tsx";
import { PromptsTab } from "./prompts/prompts-tab.tsx";
import { ShareButton } from "./sharing/share-dialog.tsx";
import { StatusStrip } from "./status-strip.tsx";
import { TABS, type Tab, useTab } from "./use-url-state.ts";

interface TaskResultsProps {
  evaluation: EvaluationDetail;
}

const BODIES = { board: BoardTab, prompts: PromptsTab, metrics: MetricsTab, judging: JudgingTab } as const;

/** Before judging starts the plan is the only tab, and a judge sees no results while they judge. */
const tabsOf = (evaluation: EvaluationDetail): readonly Tab[] =>
  hasStarted(evaluation) && !evaluation.is_blinded ? TABS : ["judging"];

/**
 * The lineage of a board is refused to people who may not see the board yet. Until judging is finished only the owner is
 * shown it; an administrator who may look early finds it later.
 */
const isBoardOpen = (evaluation: EvaluationDetail): boolean =>
  hasStarted(evaluation) && !evaluation.is_blinded && (evaluation.is_mine || evaluation.status === "Finished");

export const TaskResults = ({ evaluation }: TaskResultsProps) => {
  const { t } = useTranslation();
  const tabs = tabsOf(evaluation);
  const tabState = useTab(tabs[0] ?? "judging");
  const tab = tabs.includes(tabState.tab) ? tabState.tab : "judging";
  const Body = BODIES[tab];
  return (
    <Page
      isFilling={tab === "prompts"}
      title={evaluation.name}
      about={t("screens.taskBenchmark.purpose")}
      action={<Actions evaluation={evaluation} />}
      tabs={tabs.map((key) => ({ key, title: t(`leaderboards.tabs.${key}`), to: tabState.addressOf(key) }))}
      activeTab={tab}
    >
      <StatusStrip evaluation={evaluation} />
      {isBoardOpen(evaluation) ? (
        <LineageLine of={{ kind: "board", id: evaluation.task_id }} name={evaluation.name} />
      ) : null}
      <Body evaluation={evaluation} />
    </Page>
  );
};

const Actions = ({ evaluation }: TaskResultsProps) => (
  <Space>
    {evaluation.is_mine && hasStarted(evaluation) ? <ShareButton evaluation={evaluation} /> : null}
    <GridLink evaluation={evaluation} />
  </Space>
);

/** An evaluation across tasks has no grid of its own. */
const GridLink = ({ evaluation: { kind, task_id, is_blinded } }: TaskResultsProps) => {
  const { t } = useTranslation();
  if (kind !== "Benchmark" || is_blinded) return null;
  return <LinkButton to={`${PATHS.taskGenerate}?task=${task_id}`}>{t("leaderboards.openGrid")}</LinkButton>;
};
