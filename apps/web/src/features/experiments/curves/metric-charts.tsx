import type { ExperimentRunDetail } from "@dailies/contract";
import { Button, Input, Segmented } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { isSystemMetric } from "../experiments.rules.ts";
import { CurvePanel } from "./curve-panel.tsx";
import { CurveControls, type CurveSettings } from "./curve-settings.tsx";
import styles from "./curves.module.css";

const SHOWN_AT_ONCE = 6;

interface MetricChartsProps {
  runs: readonly ExperimentRunDetail[];
  settings: CurveSettings;
  onSettings: (settings: CurveSettings) => void;
  /** A report has its charts, and its curves as they were. */
  frozen?: { readonly id: string; readonly metrics: readonly string[] };
}

/** A chart for each metric of the runs, a few at a time. Those that all runs have come first. */
export const MetricCharts = ({ runs, settings, onSettings, frozen }: MetricChartsProps) => {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const [kind, setKind] = useState<"model" | "system">("model");
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const metrics = useMemo(() => frozen?.metrics ?? sharedFirst(runs), [runs, frozen]);
  const wanted = words.trim().toLowerCase();
  const found = metrics.filter(
    (key) => isSystemMetric(key) === (kind === "system") && key.toLowerCase().includes(wanted),
  );
  if (metrics.length === 0) return <p className={styles.quiet}>{t("experiments.curves.noMetrics")}</p>;
  return (
    <section className={styles.charts} aria-label={t("experiments.tabs.curves")}>
      <div className={styles.toolbar}>
        <Input
          allowClear
          className={styles.search ?? ""}
          value={words}
          maxLength={200}
          aria-label={t("experiments.curves.search")}
          placeholder={t("experiments.curves.search")}
          onChange={({ target }) => setWords(target.value)}
        />
        {metrics.some(isSystemMetric) ? (
          <Segmented<"model" | "system">
            aria-label={t("experiments.curves.kind")}
            value={kind}
            options={(["model", "system"] as const).map((value) => ({
              value,
              label: t(`experiments.curves.kinds.${value}`),
            }))}
            onChange={setKind}
          />
        ) : null}
        <CurveControls settings={settings} onChange={onSettings} />
      </div>
      {found.length === 0 ? <p className={styles.quiet}>{t("experiments.curves.noneFound")}</p> : null}
      <div className={styles.grid} data-single={found.length === 1 ? "" : undefined}>
        {found.slice(0, shown).map((metric) => (
          <CurvePanel key={metric} metric={metric} runs={runs} settings={settings} reportId={frozen?.id} />
        ))}
      </div>
      {found.length > shown ? (
        <Button onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {t("experiments.curves.more", { count: found.length - shown })}
        </Button>
      ) : null}
    </section>
  );
};

export const sharedFirst = (runs: readonly ExperimentRunDetail[]): string[] => {
  const counts = new Map<string, number>();
  for (const { metrics } of runs) for (const { key } of metrics) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([a, one], [b, other]) => other - one || a.localeCompare(b)).map(([key]) => key);
};
