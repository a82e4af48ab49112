import { Button } from "antd";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMinute } from "../format.ts";
import { FilterChip } from "./filter-chip.tsx";
import { isBackwards, momentOf, presetRange, TIME_PRESETS, type TimeRange, wallClockOf } from "./time-range.ts";
import "./time-range-chip.css";

interface TimeRangeChipProps extends TimeRange {
  label: string;
  onChange: (range: TimeRange) => void;
}

export const TimeRangeChip = ({ label, from, to, onChange }: TimeRangeChipProps) => {
  const { t } = useTranslation();
  return (
    <FilterChip
      label={label}
      value={useRangeWords({ from, to })}
      onRemove={() => onChange({ from: undefined, to: undefined })}
    >
      {(close) => {
        const choose = (range: TimeRange): void => {
          onChange(range);
          close();
        };
        return (
          <div className="ds-time-range">
            <div className="ds-time-range-presets">
              {TIME_PRESETS.map(({ word, durationMs }) => (
                <Button key={word} size="small" onClick={() => choose(presetRange(durationMs, Date.now()))}>
                  {t(`ui.timeRange.${word}`)}
                </Button>
              ))}
            </div>
            <CustomRange from={from} to={to} onApply={choose} />
          </div>
        );
      }}
    </FilterChip>
  );
};

const useRangeWords = ({ from, to }: TimeRange): string | undefined => {
  const { t, i18n } = useTranslation();
  const words = (iso: string): string => formatMinute(new Date(iso), i18n.language);
  if (from !== undefined && to !== undefined) return t("ui.timeRange.between", { from: words(from), to: words(to) });
  if (from !== undefined) return t("ui.timeRange.since", { from: words(from) });
  return to === undefined ? undefined : t("ui.timeRange.until", { to: words(to) });
};

interface CustomRangeProps extends TimeRange {
  onApply: (range: TimeRange) => void;
}

export const CustomRange = ({ from, to, onApply }: CustomRangeProps) => {
  const { t } = useTranslation();
  const faultId = useId();
  const [start, setStart] = useState(() => wallClockOf(from));
  const [end, setEnd] = useState(() => wallClockOf(to));
  const range = { from: momentOf(start), to: momentOf(end) };
  const isWrong = isBackwards(range);
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    if (!isWrong) onApply(range);
  };
  const input = (label: string, value: string, onChange: (value: string) => void) => (
    <label className="ds-time-range-end">
      {label}
      <input
        type="datetime-local"
        value={value}
        aria-invalid={isWrong}
        aria-describedby={faultId}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
  return (
    <form className="ds-time-range-custom" onSubmit={apply}>
      {input(t("ui.timeRange.from"), start, setStart)}
      {input(t("ui.timeRange.to"), end, setEnd)}
      <p id={faultId} role="status" className={isWrong ? "ds-time-range-fault" : "ds-time-range-zone"}>
        {isWrong
          ? t("ui.timeRange.backwards")
          : t("ui.timeRange.zone", { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
      </p>
      <Button size="small" type="primary" htmlType="submit" disabled={isWrong}>
        {t("ui.timeRange.apply")}
      </Button>
    </form>
  );
};
