import { type PerformerPricing, PRICE_UNITS } from "@dailies/contract";
import { Checkbox, Input, InputNumber, Select } from "antd";
import { useTranslation } from "react-i18next";
import { Time } from "../../../ui/time.tsx";
import { Labelled } from "./labelled.tsx";
import styles from "./registry.module.css";

interface PricingInputProps {
  /** Injected by the surrounding form. */
  id?: string;
  value?: PerformerPricing | null;
  onChange?: (pricing: PerformerPricing | null) => void;
}

const MICROS = 1_000_000;
const FREE: PerformerPricing = { unit: "second", unit_price_micros: 0, currency: "USD", checked_at: null };

/** The price of a job by its unit. A changed price is dated now. */
export const PricingInput = ({ id, value, onChange }: PricingInputProps) => {
  const { t } = useTranslation();
  const change = (part: Partial<PerformerPricing>): void =>
    onChange?.({ ...(value ?? FREE), ...part, checked_at: new Date().toISOString() });
  return (
    <div className={styles.stack}>
      <Checkbox
        id={id}
        checked={Boolean(value)}
        onChange={({ target }) => (target.checked ? change({}) : onChange?.(null))}
      >
        {t("performers.pricing.has")}
      </Checkbox>
      {value ? <PriceFields value={value} onChange={change} /> : null}
      {value?.checked_at ? (
        <span className={styles.quiet}>
          {t("performers.pricing.checked")} <Time at={value.checked_at} />
        </span>
      ) : null}
    </div>
  );
};

interface PriceFieldsProps {
  value: PerformerPricing;
  onChange: (part: Partial<PerformerPricing>) => void;
}

const PriceFields = ({ value, onChange }: PriceFieldsProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.triple}>
      <Labelled label={t("performers.pricing.price")}>
        {(id) => (
          <InputNumber<number>
            id={id}
            className="ds-field-wide"
            min={0}
            step={0.01}
            value={value.unit_price_micros / MICROS}
            onChange={(price) => onChange({ unit_price_micros: Math.round((price ?? 0) * MICROS) })}
          />
        )}
      </Labelled>
      <Labelled label={t("performers.pricing.currency")}>
        {(id) => (
          <Input
            id={id}
            value={value.currency}
            maxLength={3}
            onChange={({ target }) => onChange({ currency: target.value.toUpperCase() })}
          />
        )}
      </Labelled>
      <Labelled label={t("performers.pricing.unit")}>
        {(id) => (
          <Select
            id={id}
            value={value.unit}
            options={PRICE_UNITS.map((unit) => ({ value: unit, label: t(`performers.pricing.units.${unit}`) }))}
            onChange={(unit) => onChange({ unit })}
          />
        )}
      </Labelled>
    </div>
  );
};
