import type { Board } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import boardStyles from "../board/board.module.css";
import { Section } from "../board/section.tsx";
import { formatMetric, metricName, specOf } from "../metrics/metric-names.ts";
import { clipKey, clipName, labelsOf, type OpenPrompt } from "./prompt-entries.ts";

/** The metrics of each clip. Missing values are absent, not zero. */
export const PromptMetrics = ({ board, prompt }: { board: Board; prompt: OpenPrompt }) => {
  const { t, i18n } = useTranslation();
  const labelOf = labelsOf(board);
  const keys = [...new Set(prompt.clips.flatMap(({ metrics }) => Object.keys(metrics)))];
  if (keys.length === 0) return null;
  return (
    <Section title={t("leaderboards.prompts.metrics")} isWide>
      <table className={boardStyles.matrix}>
        <caption className="ds-visually-hidden">{t("leaderboards.prompts.metrics")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("leaderboards.metrics.metric")}</th>
            {prompt.clips.map((clip) => (
              <th key={clipKey(clip)} scope="col">
                {clipName(clip, prompt.clips, labelOf(clip.entry))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key}>
              <th scope="row" title={specOf(key)?.definition}>
                {metricName(key)}
              </th>
              {prompt.clips.map((clip) => {
                const value = clip.metrics[key] ?? null;
                return (
                  <td key={clipKey(clip)} className={value === null ? boardStyles.none : undefined}>
                    {value === null ? t("leaderboards.none") : formatMetric(value, i18n.language)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
};
