import type { EvaluationItem } from "@dailies/contract";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { AnswerFormHandle } from "../../../../shared/answer-form/answer-form.tsx";
import { Notices } from "../../../../shared/leased-work/components/notices.tsx";
import { JudgePlayer } from "../clips/judge-player.tsx";
import styles from "../judging.module.css";
import { formQuestions } from "../state/judgement.rules.ts";
import type { Judging } from "../state/use-judging.ts";
import { ActionBar } from "./action-bar.tsx";
import { AnswerPanel } from "./answer-panel.tsx";
import { BreakHint } from "./break-hint.tsx";
import { JudgingDialogs } from "./judging-dialogs.tsx";
import { JudgingHead } from "./judging-head.tsx";
import { PromptPanel } from "./prompt-panel.tsx";
import { useJudgingShortcuts } from "./use-judging-shortcuts.ts";
import { useJudgingView } from "./use-judging-view.ts";

interface JudgingViewProps {
  judging: Judging;
  item: EvaluationItem;
}

/** Full screen: the clips, with the question directly below. */
export const JudgingView = ({ judging, item }: JudgingViewProps) => {
  const { t } = useTranslation();
  const stage = useRef<HTMLElement>(null);
  const form = useRef<AnswerFormHandle>(null);
  const viewState = useJudgingView(judging, item, { stage, form });
  useJudgingShortcuts(judging, item, viewState);
  const hasForm = formQuestions(item).length > 0;
  return (
    <div className={styles.layout} data-form={hasForm || undefined}>
      <title>{`${t("evaluations.judging")} · Dailies`}</title>
      <h1 className="ds-visually-hidden">{t("evaluations.judging")}</h1>
      <JudgingHead judging={judging} item={item} onLeave={viewState.askToLeave} />
      <div className={styles.notices}>
        <Notices
          notice={judging.notice}
          onDismiss={judging.dismissNotice}
          mail={judging.mail}
          lostText={t("evaluations.lost")}
          refusedText={(words) => t("evaluations.refused", { words })}
          waitingText={t("evaluations.offline.waiting", { count: judging.mail.waiting })}
        />
        <BreakHint />
      </div>
      <PromptPanel item={item} />
      <JudgePlayer
        items={judging.queue.items}
        cache={viewState.cache}
        player={viewState.player}
        marks={viewState.marks}
        onMark={viewState.openMark}
        stage={stage}
        view={viewState.view}
        onView={viewState.changeView}
        tracker={judging.tracker}
        onSeen={judging.onSeen}
        onHandle={viewState.onHandle}
      />
      <AnswerPanel judging={judging} item={item} viewState={viewState} form={form} />
      <ActionBar judging={judging} item={item} viewState={viewState} />
      <JudgingDialogs judging={judging} item={item} viewState={viewState} />
    </div>
  );
};
