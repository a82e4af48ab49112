import type { DefectMark, EvaluationItem } from "@dailies/contract";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { AnswerForm, type AnswerFormHandle } from "../../../../shared/answer-form/answer-form.tsx";
import { ExampleClip } from "../../../../shared/answer-form/example-clip.tsx";
import { QuestionPanel } from "../../../../shared/leased-work/components/question-panel.tsx";
import styles from "../judging.module.css";
import { MarkList } from "../marks/mark-list.tsx";
import { formQuestions } from "../state/judgement.rules.ts";
import type { Judging } from "../state/use-judging.ts";
import type { JudgingViewState } from "./use-judging-view.ts";

interface AnswerPanelProps {
  judging: Judging;
  item: EvaluationItem;
  viewState: JudgingViewState;
  form: RefObject<AnswerFormHandle | null>;
}

/** The template's questions and the marks. */
export const AnswerPanel = ({ judging, item, viewState, form }: AnswerPanelProps) => {
  const { t } = useTranslation();
  const { drafts, missing, areFaultsShown } = judging;
  const questions = formQuestions(item);
  const show = ({ t: timeS }: DefectMark): void => {
    viewState.handle?.controller.pause();
    viewState.handle?.controller.seek(timeS);
  };
  return (
    <section className={styles.questions} aria-label={t("evaluations.questions")}>
      <QuestionPanel className={styles.panel}>
        <MarkList marks={drafts.draft.marks} onShow={show} onRemove={viewState.removeMark} />
        {questions.length > 0 ? (
          <AnswerForm
            // Remount, so that partial input of one item does not leak into the next.
            key={item.lease_id}
            ref={form}
            questions={questions}
            values={drafts.draft.answers}
            renderExample={(assetId, kind) => <ExampleClip assetId={assetId} kind={kind} />}
            faults={areFaultsShown ? missing?.answers : undefined}
            onChange={(key, value) =>
              drafts.change((draft) => ({ ...draft, answers: { ...draft.answers, [key]: value } }))
            }
          />
        ) : null}
      </QuestionPanel>
    </section>
  );
};
