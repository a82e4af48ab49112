import { CalendarOutlined } from "@ant-design/icons";
import { QUICK_RANGES_DAYS } from "@dailies/contract";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CustomRange } from "../../ui/filters/time-range-chip.tsx";
import { Popup } from "../../ui/popup.tsx";
import { useNow } from "../../ui/use-now.ts";
import { type ChosenRange, customRange, DEFAULT_RANGE, isDefaultRange, shownRange, wallTime } from "./range.rules.ts";
import styles from "./range-bar.module.css";
import { localZone } from "./zone.ts";

interface RangeBarProps {
  range: ChosenRange;
  onChange: (range: ChosenRange) => void;
  /** Rendered at the end of the line: the export. */
  children?: ReactNode;
}

/** The time range of the lists: the last days, or two ends, in the user's time zone. */
export const RangeBar = ({ range, onChange, children }: RangeBarProps) => {
  const { t } = useTranslation();
  const now = useNow();
  const { from, to } = shownRange(range, now);
  const choice = (isPressed: boolean, words: string, next: ChosenRange) => (
    <Button
      key={words}
      size="small"
      type={isPressed ? "primary" : "default"}
      aria-pressed={isPressed}
      onClick={() => onChange(next)}
    >
      {words}
    </Button>
  );
  return (
    <div className={styles.bar}>
      <fieldset className={styles.quick}>
        <legend className="ds-visually-hidden">{t("shared.range.quick")}</legend>
        {choice(isDefaultRange(range), t("shared.range.all"), DEFAULT_RANGE)}
        {QUICK_RANGES_DAYS.map((days) =>
          choice(range.days === days, t("shared.range.days", { count: days }), { ...DEFAULT_RANGE, days }),
        )}
      </fieldset>
      <Popup
        name={t("shared.range.choose")}
        trigger={
          <Button size="small" icon={<CalendarOutlined aria-hidden="true" />}>
            <span className={styles.ends}>
              {wallTime(from)} – {wallTime(to)}
            </span>
          </Button>
        }
      >
        {(close) => (
          <CustomRange
            from={from}
            to={to}
            onApply={(chosen) => {
              onChange(customRange(chosen.from, chosen.to, now));
              close();
            }}
          />
        )}
      </Popup>
      <span className={styles.zone}>{t("shared.range.zone", { zone: localZone() })}</span>
      <span className={styles.rest}>{children}</span>
    </div>
  );
};
