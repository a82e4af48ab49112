import { TeamOutlined } from "@ant-design/icons";
import { Form } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "./acts.module.css";
import { amountOf, type GrantLimits, needsSecondPerson, needsTypedEmail } from "./grant-form.rules.ts";

/** The current amount if it is valid. */
const useAmount = (): number | undefined => amountOf(Form.useWatch("amount", Form.useFormInstance()));

/** "1,200 → 1,700": the resulting balance, before anything is sent. */
export const GrantPreview = ({ available, limits }: { available: number; limits: GrantLimits }) => {
  const { t, i18n } = useTranslation();
  const amount = useAmount();
  const count = (value: number): string => formatCount(value, i18n.language);
  const waits = amount !== undefined && needsSecondPerson(amount, limits);
  return (
    <div className={styles.preview} role="status">
      <span className={styles.previewLabel}>{t("credits.available")}</span>
      <span className={styles.previewFigures}>
        {count(available)} <span aria-hidden="true">→</span>
        <span className="ds-visually-hidden"> {t("credits.becomes")} </span> {count(available + (amount ?? 0))}
      </span>
      {waits ? (
        <p className={styles.waits}>
          <TeamOutlined aria-hidden="true" />{" "}
          {t("credits.grant.secondPerson", { limit: count(limits.second_person_above) })}
        </p>
      ) : null}
    </div>
  );
};

/** Renders its children for amounts at or above the first limit. */
export const AboveTypedLimit = ({ limits, children }: { limits: GrantLimits; children: ReactNode }) => {
  const amount = useAmount();
  return amount !== undefined && needsTypedEmail(amount, limits) ? children : null;
};

interface GrantButtonsProps {
  limits: GrantLimits;
  isBusy: boolean;
  onCancel: () => void;
}

export const GrantButtons = ({ limits, isBusy, onCancel }: GrantButtonsProps) => {
  const { t, i18n } = useTranslation();
  const amount = useAmount();
  const words = { count: amount ?? 0, shown: formatCount(amount ?? 0, i18n.language) };
  const isAsking = amount !== undefined && needsSecondPerson(amount, limits);
  const action =
    amount === undefined ? t("credits.grant.open") : t(`credits.grant.${isAsking ? "ask" : "send"}`, words);
  return <FormButtons action={action} isBusy={isBusy} onCancel={onCancel} />;
};
