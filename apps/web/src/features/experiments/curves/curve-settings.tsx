import { Segmented, Slider, Switch } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CurveAxis } from "./curve.rules.ts";
import styles from "./curves.module.css";

export interface CurveSettings {
  readonly axis: CurveAxis;
  /** The weight of what came before, from 0 to below 1. */
  readonly smoothing: number;
  readonly isLog: boolean;
}

const FIRST: CurveSettings = { axis: "step", smoothing: 0, isLog: false };
const MAX_SMOOTHING = 0.99;

export const useCurveSettings = () => useState<CurveSettings>(FIRST);

interface CurveControlsProps {
  settings: CurveSettings;
  onChange: (settings: CurveSettings) => void;
}

/** How all charts of the page are drawn. */
export const CurveControls = ({ settings, onChange }: CurveControlsProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.controls}>
      <Segmented<CurveAxis>
        aria-label={t("experiments.curves.axis")}
        value={settings.axis}
        options={(["step", "time"] as const).map((value) => ({ value, label: t(`experiments.curves.axes.${value}`) }))}
        onChange={(axis) => onChange({ ...settings, axis })}
      />
      <span className={styles.smoothing}>
        <span id="experiment-smoothing">{t("experiments.curves.smoothing")}</span>
        <Slider
          className={styles.slider ?? ""}
          min={0}
          max={MAX_SMOOTHING}
          step={0.01}
          value={settings.smoothing}
          ariaLabelledByForHandle="experiment-smoothing"
          onChange={(smoothing) => onChange({ ...settings, smoothing })}
        />
      </span>
      <span className={styles.smoothing}>
        <Switch
          id="experiment-log-scale"
          size="small"
          checked={settings.isLog}
          onChange={(isLog) => onChange({ ...settings, isLog })}
        />
        <label htmlFor="experiment-log-scale">{t("experiments.curves.log")}</label>
      </span>
    </div>
  );
};
