import type { LabelAnswer, LabelField } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { KeyCap } from "../../../shared/leased-work/components/key-cap.tsx";
import { isEdited, ownValue } from "../form/label-form.rules.ts";
import { ValueDiff } from "../history/field-diffs.tsx";
import workStyles from "../workspace/workspace.module.css";
import styles from "./review.module.css";

interface AnswersTableProps {
  fields: readonly LabelField[];
  /** At most ten. */
  answers: readonly LabelAnswer[];
  taken: LabelAnswer | undefined;
  durationUs: number | null;
  /** The keys of the two clips that were compared. */
  clips: readonly [string, string] | undefined;
  onTake: (place: number) => void;
}

const isDisputed = ({ key }: LabelField, answers: readonly LabelAnswer[]): boolean => {
  const [first, ...others] = answers.map(({ values }) => ownValue(values, key));
  return others.some((value) => isEdited(value, first ?? null));
};

/** All answers side by side, a column each; fields in which they differ are marked. */
export const AnswersTable = ({ fields, answers, taken, durationUs, clips, onTake }: AnswersTableProps) => {
  const { t } = useTranslation();
  return (
    <section className={styles.answers} aria-label={t("labelling.review.answers")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("labelling.review.field")}</th>
            {answers.map((answer, place) => (
              <th key={answer.revision_id} scope="col">
                <AnswerHead
                  answer={answer}
                  place={place}
                  isTaken={answer.revision_id === taken?.revision_id}
                  onTake={() => onTake(place)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.key} data-differs={isDisputed(field, answers) || undefined}>
              <th scope="row">
                {field.name}
                {isDisputed(field, answers) ? (
                  <span className={styles.differs}>{t("labelling.review.differs")}</span>
                ) : null}
              </th>
              {answers.map(({ revision_id, values }) => (
                <td key={revision_id}>
                  <ValueDiff
                    field={field}
                    from={null}
                    to={ownValue(values, field.key)}
                    durationUs={durationUs}
                    clips={clips}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

interface AnswerHeadProps {
  answer: LabelAnswer;
  place: number;
  isTaken: boolean;
  onTake: () => void;
}

const LAST_DIGIT = 9;

const AnswerHead = ({ answer: { person, by, review, note }, place, isTaken, onTake }: AnswerHeadProps) => {
  const { t } = useTranslation();
  return (
    <span className={styles.answerHead}>
      <span className={styles.take}>
        {place < LAST_DIGIT ? <KeyCap>{place + 1}</KeyCap> : null}
        <Button
          size="small"
          type={isTaken ? "primary" : "default"}
          aria-pressed={isTaken}
          aria-label={t("labelling.review.take", { person })}
          onClick={onTake}
        >
          {person}
        </Button>
      </span>
      {by === person ? null : <span className={workStyles.quiet}>{t("labelling.review.fixedBy", { by })}</span>}
      {review === null || review === "fixed" ? null : (
        <span className={workStyles.quiet}>{t(`labelling.review.states.${review}`)}</span>
      )}
      {note === "" ? null : <span className={styles.note}>{note}</span>}
    </span>
  );
};
