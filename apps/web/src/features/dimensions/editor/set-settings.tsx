import { EVALUATION_MODES } from "@dailies/contract";
import { Input, InputNumber, Radio } from "antd";
import { useTranslation } from "react-i18next";
import styles from "../dimensions.module.css";
import { Labelled } from "../question/labelled.tsx";
import type { SetDraft } from "./set-draft.ts";

interface SetSettingsProps {
  draft: SetDraft;
  isReadOnly: boolean;
  faults: Record<string, string>;
  onChange: (draft: SetDraft) => void;
}

const MAX_JUDGES = 50;

/** Settings of the set: single or paired, repetitions, and instructions. */
export const SetSettings = ({ draft, isReadOnly, faults, onChange }: SetSettingsProps) => {
  const { t } = useTranslation();
  return (
    <section className={styles.card} aria-label={t("dimensions.settings.title")}>
      <h2 className={styles.heading}>{t("dimensions.settings.title")}</h2>
      <Labelled label={t("dimensions.mode")} isGroup help={t(`dimensions.modes.${draft.mode}.about`)}>
        {(field) => (
          <Radio.Group
            aria-labelledby={field.labelId}
            optionType="button"
            value={draft.mode}
            disabled={isReadOnly}
            options={EVALUATION_MODES.map((value) => ({ value, label: t(`dimensions.modes.${value}.name`) }))}
            onChange={({ target }) => onChange({ ...draft, mode: target.value as SetDraft["mode"] })}
          />
        )}
      </Labelled>
      <Labelled label={t("dimensions.settings.instructions")} fault={faults.instructions}>
        {(field) => (
          <Input.TextArea
            {...field.input}
            value={draft.instructions}
            disabled={isReadOnly}
            maxLength={4_000}
            autoSize={{ minRows: 2, maxRows: 8 }}
            onChange={({ target }) => onChange({ ...draft, instructions: target.value })}
          />
        )}
      </Labelled>
      <div className={styles.pair}>
        <Labelled label={t("dimensions.settings.judges")} fault={faults.judges_per_item}>
          {(field) => (
            <InputNumber<number>
              {...field.input}
              min={1}
              max={MAX_JUDGES}
              precision={0}
              value={draft.judges_per_item}
              disabled={isReadOnly}
              onChange={(judges) => judges !== null && onChange({ ...draft, judges_per_item: judges })}
            />
          )}
        </Labelled>
      </div>
    </section>
  );
};
