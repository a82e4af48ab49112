import type { PerformerItem } from "@dailies/contract";
import { InputNumber } from "antd";
import { useTranslation } from "react-i18next";
import { Labelled } from "./labelled.tsx";
import styles from "./registry.module.css";

type Limits = PerformerItem["limits"];

interface LimitsInputProps {
  /** Injected by the surrounding form. */
  value?: Limits;
  onChange?: (limits: Limits) => void;
}

const LIMITS = ["concurrency", "rpm", "timeout_s"] as const;

export const LimitsInput = ({ value, onChange }: LimitsInputProps) => {
  const { t } = useTranslation();
  if (!value) return null;
  return (
    <div className={styles.triple}>
      {LIMITS.map((name) => (
        <Labelled key={name} label={t(`performers.limits.${name}`)}>
          {(id) => (
            <InputNumber<number>
              id={id}
              className="ds-field-wide"
              precision={0}
              min={1}
              value={value[name]}
              placeholder={name === "rpm" ? t("performers.limits.unlimited") : undefined}
              onChange={(next) => onChange?.({ ...value, [name]: next ?? (name === "rpm" ? null : value[name]) })}
            />
          )}
        </Labelled>
      ))}
    </div>
  );
};
