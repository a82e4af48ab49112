import { DIRECTIONS, MODALITIES } from "@dailies/contract";
import { Checkbox, Input, InputNumber, Radio, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SpecEditor } from "../../../ui/field/spec-editor.tsx";
import styles from "../dimensions.module.css";
import { ExampleFields } from "./example-fields.tsx";
import { Labelled } from "./labelled.tsx";
import { keyFrom, type QuestionDraft } from "./question-draft.ts";
import type { QuestionFormProps } from "./question-form-props.ts";
import { RubricFields } from "./rubric-fields.tsx";
import { ScaleFields } from "./scale-fields.tsx";
import { SourceFields } from "./source-fields.tsx";

/** All fields of a dimension. It sends no requests: its parent saves. */
export const QuestionForm = (props: QuestionFormProps) => {
  const { draft } = props;
  return (
    <div className={styles.form}>
      <NameFields {...props} />
      <SourceFields {...props} />
      {draft.source === "auto" ? null : <AnswerFields {...props} />}
      {draft.source === "human" ? (
        <>
          <RubricFields {...props} />
          <ExampleFields {...props} />
        </>
      ) : null}
      <UseFields {...props} />
    </div>
  );
};

/** The answer type. Metrics define their own. */
const AnswerFields = ({ draft, isReadOnly, faults, onChange }: QuestionFormProps) => {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.group}>
      <legend>{t("dimensions.question.answer")}</legend>
      <SpecEditor
        canChangeType
        spec={draft.field}
        isDisabled={isReadOnly}
        onChange={(field) => onChange({ ...draft, field })}
      />
      {draft.field.type === "number" ? (
        <ScaleFields field={draft.field} isReadOnly={isReadOnly} onChange={(field) => onChange({ ...draft, field })} />
      ) : null}
      {draft.source === "judge" && draft.field.type !== "number" && faults.field !== undefined ? (
        <p role="status" className={styles.fault}>
          {t("dimensions.judge.number")}
        </p>
      ) : null}
    </fieldset>
  );
};

const NameFields = ({ draft, isNew, isReadOnly, faults, onChange }: QuestionFormProps) => {
  const { t } = useTranslation();
  // The key is derived from the name until the user edits it.
  const [isOwnKey, setIsOwnKey] = useState(draft.key !== "");
  return (
    <>
      <Labelled label={t("dimensions.name")} fault={faults.name}>
        {(field) => (
          <Input
            {...field.input}
            value={draft.name}
            maxLength={120}
            disabled={isReadOnly}
            onChange={({ target: { value: name } }) =>
              onChange({ ...draft, name, ...(isNew && !isOwnKey && { key: keyFrom(name) }) })
            }
          />
        )}
      </Labelled>
      {isNew ? (
        <Labelled label={t("dimensions.key")} help={t("dimensions.keyHelp")} fault={faults.key}>
          {(field) => (
            <Input
              {...field.input}
              className="ds-mono"
              spellCheck={false}
              value={draft.key}
              maxLength={64}
              onChange={({ target }) => {
                setIsOwnKey(target.value !== "");
                onChange({ ...draft, key: target.value });
              }}
            />
          )}
        </Labelled>
      ) : (
        <p className={styles.quiet}>
          {t("dimensions.key")} <span className="ds-mono">{draft.key}</span>
        </p>
      )}
      <Labelled
        label={t("dimensions.question.description")}
        help={t("dimensions.question.descriptionHelp")}
        fault={faults.description}
      >
        {(field) => (
          <Input.TextArea
            {...field.input}
            value={draft.description}
            maxLength={2_000}
            disabled={isReadOnly}
            autoSize={{ minRows: 2, maxRows: 8 }}
            onChange={({ target }) => onChange({ ...draft, description: target.value })}
          />
        )}
      </Labelled>
    </>
  );
};

const MAX_WEIGHT = 1_000;

/** How it counts, and which tasks it applies to. */
const UseFields = ({ draft, isReadOnly, faults, onChange }: QuestionFormProps) => {
  const { t } = useTranslation();
  return (
    <>
      <Labelled label={t("dimensions.direction")} isGroup help={t(`dimensions.directions.${draft.direction}.about`)}>
        {(field) => (
          <Radio.Group
            aria-labelledby={field.labelId}
            optionType="button"
            size="small"
            value={draft.direction}
            disabled={isReadOnly}
            options={DIRECTIONS.map((value) => ({ value, label: t(`dimensions.directions.${value}.name`) }))}
            onChange={({ target }) => onChange({ ...draft, direction: target.value as QuestionDraft["direction"] })}
          />
        )}
      </Labelled>
      <div className={styles.pair}>
        <Labelled label={t("dimensions.question.weight")} fault={faults.weight}>
          {(field) => (
            <InputNumber<number>
              {...field.input}
              min={0}
              max={MAX_WEIGHT}
              value={draft.weight}
              disabled={isReadOnly}
              onChange={(weight) => weight !== null && onChange({ ...draft, weight })}
            />
          )}
        </Labelled>
        <Checkbox
          checked={draft.is_required}
          disabled={isReadOnly}
          onChange={({ target }) => onChange({ ...draft, is_required: target.checked })}
        >
          {t("dimensions.required")}
        </Checkbox>
      </div>
      <Labelled label={t("dimensions.appliesTo")} help={t("dimensions.appliesToHelp")} isGroup>
        {(field) => (
          <Checkbox.Group
            aria-labelledby={field.labelId}
            value={draft.applies_to}
            disabled={isReadOnly}
            options={MODALITIES.map((value) => ({ value, label: t(`dimensions.modalities.${value}`) }))}
            onChange={(chosen) =>
              onChange({ ...draft, applies_to: MODALITIES.filter((value) => chosen.includes(value)) })
            }
          />
        )}
      </Labelled>
      <Labelled label={t("dimensions.tags")} fault={faults.tags}>
        {(field) => (
          <Select<string[]>
            {...field.input}
            mode="tags"
            className="ds-field-wide"
            maxCount={20}
            value={draft.tags}
            disabled={isReadOnly}
            onChange={(tags) => onChange({ ...draft, tags })}
          />
        )}
      </Labelled>
    </>
  );
};
