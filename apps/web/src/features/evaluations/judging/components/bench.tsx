import type { EvaluationItem } from "@dailies/contract";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { AnswerFormHandle } from "../../../../shared/answer-form/answer-form.tsx";
import { JudgePlayer } from "../clips/judge-player.tsx";
import styles from "../judging.module.css";
import { formQuestions } from "../state/judgement.rules.ts";
import type { Judging } from "../state/use-judging.ts";
import { ActionBar } from "./action-bar.tsx";
import { AnswerPanel } from "./answer-panel.tsx";
import { BenchDialogs } from "./bench-dialogs.tsx";
import { BenchHead } from "./bench-head.tsx";
import { BreakHint } from "./break-hint.tsx";
import { Notices } from "./notices.tsx";
import { PromptPanel } from "./prompt-panel.tsx";
import { useBench } from "./use-bench.ts";
import { useBenchKeys } from "./use-bench-keys.ts";

interface BenchProps {
  judging: Judging;
  item: EvaluationItem;
}

/** Full screen: the clips first, the question right below them. */
export const Bench = ({ judging, item }: BenchProps) => {
  const { t } = useTranslation();
  const stage = useRef<HTMLElement>(null);
  const form = useRef<AnswerFormHandle>(null);
  const bench = useBench(judging, item, { stage, form });
  useBenchKeys(judging, item, bench);
  const hasForm = formQuestions(item).length > 0;
  return (
    <div className={styles.bench} data-form={hasForm || undefined}>
      <title>{`${t("evaluations.judging")} · Dailies`}</title>
      <h1 className="ds-visually-hidden">{t("evaluations.judging")}</h1>
      <BenchHead judging={judging} item={item} onLeave={bench.askToLeave} />
      <div className={styles.notices}>
        <Notices judging={judging} />
        <BreakHint />
      </div>
      <PromptPanel item={item} />
      <JudgePlayer
        items={judging.desk.items}
        cache={bench.cache}
        player={bench.player}
        marks={bench.marks}
        onMark={bench.openMark}
        stage={stage}
        view={bench.view}
        onView={bench.changeView}
        book={judging.book}
        onSeen={judging.onSeen}
        onHandle={bench.onHandle}
      />
      <AnswerPanel judging={judging} item={item} bench={bench} form={form} />
      <ActionBar judging={judging} item={item} bench={bench} />
      <BenchDialogs judging={judging} item={item} bench={bench} />
    </div>
  );
};
