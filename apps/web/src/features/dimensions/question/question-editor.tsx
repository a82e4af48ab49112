import type { DimensionItem } from "@dailies/contract";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import styles from "../dimensions.module.css";
import { NEW } from "../use-editor-address.ts";
import { PutAwayQuestion } from "./put-away-question.tsx";
import {
  BLANK_QUESTION,
  isSameQuestion,
  type QuestionDraft,
  questionDraftOf,
  questionFaults,
} from "./question-draft.ts";
import { QuestionForm } from "./question-form.tsx";
import type { QuestionPanelProps } from "./question-panel-props.ts";
import { useSaveQuestion } from "./use-save-question.tsx";

interface QuestionEditorProps extends QuestionPanelProps {
  /** Absent for a dimension that was never saved. */
  saved: DimensionItem | undefined;
}

const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Builds the item the preview needs, before it exists on the server. */
const liveOf = (draft: QuestionDraft, saved: DimensionItem | undefined): DimensionItem => ({
  id: NEW,
  version: 1,
  owner: "",
  owner_id: NOBODY,
  may_change: true,
  used_by: 0,
  is_frozen: false,
  archived_at: null,
  created_at: "",
  updated_at: "",
  ...saved,
  ...draft,
});

/** The draft and the version it is based on: another user's change does not discard the draft. */
const useQuestionDraft = (saved: DimensionItem | undefined) => {
  const [seen, setSeen] = useState(saved);
  const base = seen ? questionDraftOf(seen) : BLANK_QUESTION;
  const [draft, setDraft] = useState(base);
  const settle = (item: DimensionItem | undefined): void => {
    setSeen(item);
    setDraft(item ? questionDraftOf(item) : BLANK_QUESTION);
  };
  if (saved !== seen && isSameQuestion(draft, base)) settle(saved);
  return { seen, base, draft, setDraft, settle };
};

export const QuestionEditor = (props: QuestionEditorProps) => {
  const { saved, onLive, onEdited } = props;
  const { t } = useTranslation();
  const { seen, base, draft, setDraft, settle } = useQuestionDraft(saved);
  const [isTried, setIsTried] = useState(false);
  const isEdited = !isSameQuestion(draft, base);
  const isReadOnly = saved !== undefined && (!saved.may_change || saved.archived_at !== null);
  const faults = questionFaults(draft, saved === undefined);
  const saving = useSaveQuestion({ ...props, draft, base, seen, settle });
  // The preview and the guard are in the parent; clear them when the panel closes.
  useEffect(() => {
    onLive(isEdited ? liveOf(draft, saved) : undefined);
    onEdited(isEdited);
    return () => {
      onLive(undefined);
      onEdited(false);
    };
  }, [draft, saved, isEdited, onLive, onEdited]);
  const save = (): void => {
    setIsTried(true);
    if (Object.keys(faults).length === 0) saving.save();
  };
  return (
    <section className={styles.card} aria-label={t("dimensions.question.asks")}>
      <div className={styles.panelHead}>
        <h2 className={styles.heading}>{saved ? t("dimensions.question.asks") : t("dimensions.question.new")}</h2>
        {saved ? <QuestionState saved={saved} /> : null}
      </div>
      <QuestionForm
        draft={draft}
        isNew={saved === undefined}
        isReadOnly={isReadOnly}
        faults={isTried || saved ? faults : {}}
        onChange={setDraft}
      />
      {saving.error === undefined ? null : (
        <ErrorPanel isCompact title={t("dimensions.question.notSaved")} error={saving.error} />
      )}
      <div className={styles.panelActs}>
        {saved ? <PutAwayQuestion saved={saved} onGone={() => props.address.select(undefined)} /> : null}
        <Button disabled={!isEdited || saving.isBusy} onClick={() => settle(saved)}>
          {t("dimensions.question.discard")}
        </Button>
        <Button type="primary" disabled={isReadOnly || !isEdited} loading={saving.isBusy} onClick={save}>
          <SaveWords saved={saved} />
        </Button>
      </div>
      {saving.dialog}
    </section>
  );
};

const SaveWords = ({ saved }: { saved: DimensionItem | undefined }) => {
  const { t } = useTranslation();
  if (!saved) return t("dimensions.question.create");
  return saved.is_frozen
    ? t("dimensions.question.saveAs", { version: saved.version + 1 })
    : t("dimensions.question.save");
};

const QuestionState = ({ saved }: { saved: DimensionItem }) => {
  const { t } = useTranslation();
  return (
    <span className={styles.states}>
      <span className={styles.quiet}>
        {t("dimensions.versionShort", { version: saved.version })} ·{" "}
        {t("dimensions.library.usedBy", { count: saved.used_by })}
      </span>
      {saved.archived_at ? <StatusTag tone="neutral">{t("dimensions.archived")}</StatusTag> : null}
      {saved.may_change ? null : (
        <StatusTag tone="neutral">{t("dimensions.belongsTo", { owner: saved.owner })}</StatusTag>
      )}
    </span>
  );
};
