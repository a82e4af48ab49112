import { type FieldValue, isComparison } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AnswerForm } from "../../../shared/answer-form/answer-form.tsx";
import { type AnswerQuestion, type Answers, answerFaults, askedOf } from "../../../shared/answer-form/answer-values.ts";
import { ExampleClip } from "../../../shared/answer-form/example-clip.tsx";
import { canonical } from "../canonical.ts";
import styles from "../dimensions.module.css";
import type { SetDraft } from "./set-draft.ts";

/** An answer and the field it was given for: another kind of field starts empty. */
interface Given {
  value: FieldValue | null;
  about: string;
}

const aboutOf = (asked: readonly AnswerQuestion[], key: string): string =>
  canonical(asked.find((question) => question.key === key)?.field);

const valuesOf = (asked: readonly AnswerQuestion[], given: Readonly<Record<string, Given>>): Answers =>
  Object.fromEntries(
    asked.flatMap(({ key, field }) => {
      const answer = given[key];
      return answer?.about === canonical(field) ? [[key, answer.value]] : [];
    }),
  );

/** The form as raters see it, to try out; nothing is sent. */
export const Preview = ({ draft }: { draft: SetDraft }) => {
  const { t } = useTranslation();
  const [given, setGiven] = useState<Readonly<Record<string, Given>>>({});
  const [isChecked, setIsChecked] = useState(false);
  const asked = askedOf(draft.items);
  const values = valuesOf(asked, given);
  const measured = draft.items.length - asked.length;
  const isAboutPairs = draft.mode === "pairwise";
  const unlike = asked.filter(({ field }) => field.type === "number" && !isComparison(field));
  return (
    <section className={styles.card} aria-label={t("dimensions.preview.title")}>
      <h2 className={styles.heading}>{t("dimensions.preview.title")}</h2>
      {draft.instructions === "" ? null : <p className={styles.instructions}>{draft.instructions}</p>}
      {isAboutPairs && unlike.length > 0 ? (
        <p className={styles.note}>
          {t("dimensions.preview.unlike", { names: unlike.map(({ name }) => name).join(", ") })}
        </p>
      ) : null}
      {asked.length === 0 ? (
        <p className={styles.quiet}>{t("dimensions.preview.none")}</p>
      ) : (
        <AnswerForm
          questions={asked}
          values={values}
          faults={isChecked ? answerFaults(asked, values) : undefined}
          renderExample={(assetId, kind) => <ExampleClip assetId={assetId} kind={kind} />}
          onChange={(key, value) => setGiven((before) => ({ ...before, [key]: { value, about: aboutOf(asked, key) } }))}
        />
      )}
      {measured > 0 ? <p className={styles.quiet}>{t("dimensions.preview.measured", { count: measured })}</p> : null}
      {asked.length === 0 ? null : (
        <div className={styles.previewActs}>
          <Button size="small" onClick={() => setIsChecked(true)}>
            {t("dimensions.preview.check")}
          </Button>
          <Button
            size="small"
            onClick={() => {
              setGiven({});
              setIsChecked(false);
            }}
          >
            {t("dimensions.preview.empty")}
          </Button>
        </div>
      )}
    </section>
  );
};
