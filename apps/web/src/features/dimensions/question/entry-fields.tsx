import type { DimensionItem, TemplateQuestion } from "@dailies/contract";
import { AutoComplete, Button, Checkbox } from "antd";
import { useTranslation } from "react-i18next";
import styles from "../dimensions.module.css";
import { type SetDraft, withEntry, withVersion } from "../editor/set-draft.ts";
import { Labelled } from "./labelled.tsx";

interface EntryFieldsProps {
  entry: TemplateQuestion;
  /** The current version of the dimension. */
  newest: DimensionItem | undefined;
  draft: SetDraft;
  isReadOnly: boolean;
  onChange: (draft: SetDraft) => void;
}

/** The settings of a dimension in the open set; its weight is edited in the list. */
export const EntryFields = ({ entry, newest, draft, isReadOnly, onChange }: EntryFieldsProps) => {
  const { t } = useTranslation();
  const { dimension_id: id } = entry;
  const sections = [...new Set(draft.items.map(({ section }) => section).filter(Boolean))];
  return (
    <section className={styles.card} aria-label={t("dimensions.entry.title")}>
      <h2 className={styles.heading}>{t("dimensions.entry.title")}</h2>
      <Labelled label={t("dimensions.entry.section")}>
        {(field) => (
          <AutoComplete
            {...field.input}
            className="ds-field-wide"
            value={entry.section}
            maxLength={80}
            disabled={isReadOnly}
            options={sections.map((value) => ({ value }))}
            onChange={(section: string) => onChange(withEntry(draft, id, { section }))}
          />
        )}
      </Labelled>
      <Checkbox
        checked={entry.is_required}
        disabled={isReadOnly}
        onChange={({ target }) => onChange(withEntry(draft, id, { is_required: target.checked }))}
      >
        {t("dimensions.required")}
      </Checkbox>
      {newest && newest.version > entry.dimension_version ? (
        <p className={styles.note}>
          {t("dimensions.entry.older", { version: entry.dimension_version, newest: newest.version })}{" "}
          <Button type="link" size="small" disabled={isReadOnly} onClick={() => onChange(withVersion(draft, newest))}>
            {t("dimensions.entry.renew", { version: newest.version })}
          </Button>
        </p>
      ) : null}
    </section>
  );
};
