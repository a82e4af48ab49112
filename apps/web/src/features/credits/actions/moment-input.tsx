import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { momentOf, wallClockOf } from "../../../ui/filters/time-range.ts";
import styles from "./acts.module.css";

interface MomentInputProps {
  id?: string;
  value?: string;
  onChange?: (value: string | undefined) => void;
}

const DAY_MS = 86_400_000;
const QUICK_DAYS = [30, 90, 365];

/** An optional date and time in the user's time zone, with presets. */
export const MomentInput = ({ id, value, onChange }: MomentInputProps) => {
  const { t } = useTranslation();
  const inDays = (days: number): void => onChange?.(new Date(Date.now() + days * DAY_MS).toISOString());
  return (
    <span className={styles.moment}>
      <input
        id={id}
        type="datetime-local"
        className={styles.momentInput}
        value={wallClockOf(value)}
        onChange={(event) => onChange?.(momentOf(event.target.value))}
      />
      {QUICK_DAYS.map((days) => (
        <Button key={days} size="small" onClick={() => inDays(days)}>
          {t("credits.grant.inDays", { count: days })}
        </Button>
      ))}
    </span>
  );
};
