import { TeamOutlined } from "@ant-design/icons";
import { Form } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { formatCount, formatExact } from "../../../ui/format.ts";
import styles from "./acts.module.css";
import { amountOf, exceededSum, type GrantLimits, needsTypedEmail } from "./grant-form.rules.ts";

/** The current amount if it is valid. */
const useAmount = (): number | undefined => amountOf(Form.useWatch("amount", Form.useFormInstance()));

/** "1,200 → 1,700": the resulting balance, before anything is sent. */
export const GrantPreview = ({ available, limits }: { available: number; limits: GrantLimits }) => {
  const { t, i18n } = useTranslation();
  const amount = useAmount();
  const count = (value: number): string => formatCount(value, i18n.language);
  const exceeded = amount === undefined ? undefined : exceededSum(amount, limits);
  return (
    <div className={styles.preview} role="status">
      <span className={styles.previewLabel}>{t("credits.available")}</span>
      <span className={styles.previewFigures}>
        {count(available)} <span aria-hidden="true">→</span>
        <span className="ds-visually-hidden"> {t("credits.becomes")} </span> {count(available + (amount ?? 0))}
      </span>
      {exceeded ? <SecondPersonNote whose={exceeded} limits={limits} /> : null}
    </div>
  );
};

/** Why this grant needs a second person: the limit, how much of it is used, and until when. */
const SecondPersonNote = ({ whose, limits }: { whose: "operator" | "end_user"; limits: GrantLimits }) => {
  const { t, i18n } = useTranslation();
  const { limit, [whose]: sum } = limits.allowance;
  const figures = { limit: formatCount(limit, i18n.language), used: formatCount(sum.used, i18n.language) };
  const until = sum.until === null ? "" : formatExact(new Date(sum.until), i18n.language);
  return (
    <p className={styles.waits}>
      <TeamOutlined aria-hidden="true" /> {t(`credits.grant.secondPerson.${whose}`, figures)}{" "}
      {sum.used === 0 ? null : t("credits.grant.secondPerson.until", { until })}
    </p>
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
  const isAsking = amount !== undefined && exceededSum(amount, limits) !== undefined;
  const action =
    amount === undefined ? t("credits.grant.open") : t(`credits.grant.${isAsking ? "ask" : "send"}`, words);
  return <FormButtons action={action} isBusy={isBusy} onCancel={onCancel} />;
};
