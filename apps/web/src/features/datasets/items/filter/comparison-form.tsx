import type { DatasetColumn, Predicate } from "@dailies/contract";
import { opsOf } from "@dailies/contract/predicates/predicate-check";
import { Button } from "antd";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { boxesOf, type ComparisonDraft, emptyDraft, readDraft } from "./comparison-draft.ts";
import styles from "./filter.module.css";

interface ComparisonFormProps {
  columns: readonly DatasetColumn[];
  draft: ComparisonDraft;
  onApply: (comparison: Predicate) => void;
}

/** Edits one comparison: column, operator and values. */
export const ComparisonForm = ({ columns, draft: given, onApply }: ComparisonFormProps) => {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(given);
  const [isTried, setIsTried] = useState(false);
  const faultId = useId();
  const read = readDraft(draft, columns);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (read.ok) onApply(read.comparison);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <FieldAndOp columns={columns} draft={draft} onChange={setDraft} />
      <ValueBoxes columns={columns} draft={draft} onChange={setDraft} />
      {isTried && !read.ok ? (
        <p id={faultId} role="alert" className={styles.formFault}>
          {read.message}
        </p>
      ) : null}
      <Button type="primary" size="small" htmlType="submit">
        {t("datasetItems.filter.apply")}
      </Button>
    </form>
  );
};

interface BoxesProps {
  columns: readonly DatasetColumn[];
  draft: ComparisonDraft;
  onChange: (draft: ComparisonDraft) => void;
}

const FieldAndOp = ({ columns, draft, onChange }: BoxesProps) => {
  const { t } = useTranslation();
  const column = columns.find(({ name }) => name === draft.field);
  return (
    <span className={styles.formLine}>
      <select
        aria-label={t("datasetItems.filter.column")}
        value={draft.field}
        onChange={({ target }) => {
          const next = columns.find(({ name }) => name === target.value);
          if (next) onChange(emptyDraft(next));
        }}
      >
        {columns.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={t("datasetItems.filter.operator")}
        value={draft.op}
        onChange={({ target }) =>
          onChange({ ...draft, op: opsOf(column?.type ?? "text").find((op) => op === target.value) ?? draft.op })
        }
      >
        {opsOf(column?.type ?? "text").map((op) => (
          <option key={op} value={op}>
            {t(`datasetItems.ops.${op}`)}
          </option>
        ))}
      </select>
    </span>
  );
};

const ValueBoxes = ({ columns, draft, onChange }: BoxesProps) => {
  const { t } = useTranslation();
  const type = columns.find(({ name }) => name === draft.field)?.type;
  const boxes = boxesOf(draft.op);
  if (boxes === 0) return null;
  if (type === "boolean") {
    return (
      <select
        aria-label={t("datasetItems.filter.value")}
        value={draft.first}
        onChange={({ target }) => onChange({ ...draft, first: target.value })}
      >
        <option value="true">{t("datasetItems.filter.true")}</option>
        <option value="false">{t("datasetItems.filter.false")}</option>
      </select>
    );
  }
  return (
    <span className={styles.formLine}>
      <input
        aria-label={t(boxes === 2 ? "datasetItems.filter.from" : "datasetItems.filter.value")}
        value={draft.first}
        onChange={({ target }) => onChange({ ...draft, first: target.value })}
      />
      {boxes === 2 ? (
        <input
          aria-label={t("datasetItems.filter.to")}
          value={draft.second}
          onChange={({ target }) => onChange({ ...draft, second: target.value })}
        />
      ) : null}
    </span>
  );
};
