import type { LabelField } from "@dailies/contract";
import { Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { conditionValues } from "./template-draft.ts";
import styles from "./templates.module.css";

interface ConditionFieldsProps {
  fields: readonly LabelField[];
  index: number;
  onPatch: (patch: Partial<LabelField>) => void;
}

const ALWAYS = "";

/** Shows a field only while an earlier one has a value: the reason, when a clip is dropped. */
export const ConditionFields = ({ fields, index, onPatch }: ConditionFieldsProps) => {
  const { t } = useTranslation();
  const id = useId();
  const field = fields[index];
  const candidates = fields.slice(0, index).filter((each) => conditionValues(each).length > 0);
  if (!field || candidates.length === 0) return null;
  const { shown_when: condition } = field;
  const chosen = candidates.find(({ key }) => key === condition?.key);
  const words = (value: string | number | boolean): string =>
    typeof value === "boolean" ? t(value ? "ui.field.yes" : "ui.field.no") : String(value);
  const choose = (key: string): void => {
    const [first] = conditionValues(candidates.find((each) => each.key === key) ?? field);
    onPatch({ shown_when: key === ALWAYS || first === undefined ? null : { key, value: first } });
  };
  return (
    <div className={styles.pair}>
      <div className={styles.labelled}>
        <label htmlFor={`${id}-when`}>{t("labelling.template.shownWhen")}</label>
        <Select<string>
          id={`${id}-when`}
          value={condition?.key ?? ALWAYS}
          options={[
            { value: ALWAYS, label: t("labelling.template.always") },
            ...candidates.map(({ key, name }) => ({ value: key, label: name })),
          ]}
          onChange={choose}
        />
      </div>
      {condition && chosen ? (
        <div className={styles.labelled}>
          <label htmlFor={`${id}-is`}>{t("labelling.template.is")}</label>
          <Select<string>
            id={`${id}-is`}
            value={String(condition.value)}
            options={conditionValues(chosen).map((value) => ({ value: String(value), label: words(value) }))}
            onChange={(text) => {
              const value = conditionValues(chosen).find((each) => String(each) === text);
              if (value !== undefined) onPatch({ shown_when: { key: chosen.key, value } });
            }}
          />
        </div>
      ) : null}
    </div>
  );
};
