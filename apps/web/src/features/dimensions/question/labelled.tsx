import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { faultWords } from "../../../ui/field/fault-words.ts";
import styles from "../dimensions.module.css";

interface FieldIds {
  labelId: string;
  /** Spread into the only input of the field. */
  input: { id: string; "aria-invalid": boolean; "aria-describedby": string };
}

interface LabelledProps {
  label: string;
  help?: ReactNode;
  fault?: string | undefined;
  /** Several inputs under one label. */
  isGroup?: boolean;
  children: (field: FieldIds) => ReactNode;
}

export const Labelled = ({ label, help, fault, isGroup = false, children }: LabelledProps) => {
  const { t } = useTranslation();
  const id = useId();
  const ids: FieldIds = {
    labelId: `${id}-label`,
    input: { id, "aria-invalid": fault !== undefined, "aria-describedby": `${id}-about` },
  };
  return (
    <div className={styles.field}>
      {isGroup ? (
        <span id={ids.labelId} className={styles.label}>
          {label}
        </span>
      ) : (
        <label id={ids.labelId} className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      {children(ids)}
      <div id={`${id}-about`} className={styles.about}>
        {help === undefined ? null : <div>{help}</div>}
        <div role="status" className={styles.fault}>
          {fault === undefined ? null : faultWords(fault, t)}
        </div>
      </div>
    </div>
  );
};
