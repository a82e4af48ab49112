import { fieldSpec, NUMBER_DISPLAYS, type SpecOf, scalePoints } from "@dailies/contract";
import { Input, Select } from "antd";
import { useTranslation } from "react-i18next";
import styles from "../dimensions.module.css";
import { Labelled } from "./labelled.tsx";

type NumberField = SpecOf<"number">;

interface ScaleFieldsProps {
  field: NumberField;
  isReadOnly: boolean;
  onChange: (field: NumberField) => void;
}

const faultOf = (field: NumberField, name: string): string | undefined =>
  fieldSpec.safeParse(field).error?.issues.find(({ path }) => path[0] === name)?.message;

/** Removes an empty list, so that specs with the same limits are equal. */
const withLabels = (
  { labels: _old, ...field }: NumberField,
  labels: NonNullable<NumberField["labels"]>,
): NumberField => (labels.length === 0 ? field : { ...field, labels });

/** The number scale and the labels of its points. */
export const ScaleFields = ({ field, isReadOnly, onChange }: ScaleFieldsProps) => {
  const { t } = useTranslation();
  const points = scalePoints(field) ?? [];
  const wordsOf = (point: number): string => field.labels?.find(({ value }) => value === point)?.words ?? "";
  const name = (point: number, words: string): void => {
    const others = (field.labels ?? []).filter(({ value }) => value !== point);
    const labels = words === "" ? others : [...others, { value: point, words }];
    onChange(
      withLabels(
        field,
        labels.toSorted((one, other) => one.value - other.value),
      ),
    );
  };
  return (
    <>
      <Labelled label={t("dimensions.scale.display")} fault={faultOf(field, "display")}>
        {({ input }) => (
          <Select<NonNullable<NumberField["display"]>>
            {...input}
            value={field.display ?? "input"}
            disabled={isReadOnly}
            options={NUMBER_DISPLAYS.map((value) => ({ value, label: t(`dimensions.scale.displays.${value}`) }))}
            onChange={(display) => onChange({ ...field, display })}
          />
        )}
      </Labelled>
      {points.length === 0 ? null : (
        <fieldset className={styles.anchors}>
          <legend>{t("dimensions.scale.labels")}</legend>
          {points.map((point) => (
            <div key={point} className={styles.anchor}>
              <span className="ds-number">{point}</span>
              <Input
                size="small"
                aria-label={t("dimensions.scale.labelOf", { value: point })}
                value={wordsOf(point)}
                maxLength={60}
                disabled={isReadOnly}
                onChange={({ target }) => name(point, target.value)}
              />
            </div>
          ))}
        </fieldset>
      )}
      {faultOf(field, "labels") === undefined ? null : (
        <p role="status" className={styles.fault}>
          {t("dimensions.scale.outside")}{" "}
          <button type="button" className={styles.linkButton} onClick={() => onChange(withLabels(field, kept(field)))}>
            {t("dimensions.scale.dropOutside")}
          </button>
        </p>
      )}
    </>
  );
};

/** The labels that still belong to a point. */
const kept = (field: NumberField): NonNullable<NumberField["labels"]> => {
  const points = new Set(scalePoints(field) ?? []);
  return (field.labels ?? []).filter(({ value }) => points.has(value));
};
