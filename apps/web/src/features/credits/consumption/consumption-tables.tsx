import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import styles from "./consumption.module.css";
import type { Consumed, ModelTotal } from "./consumption.rules.ts";

interface FiguresProps {
  name: string;
  /** Header of the first column. */
  head: string;
  rows: readonly { key: string; words: string; credits: number; jobs: number }[];
}

/** The data of the chart as a table, for screen readers. */
const Figures = ({ name, head, rows }: FiguresProps) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={styles.figures} aria-label={name} tabIndex={0}>
      <table>
        <caption>{name}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" className={styles.number}>
              {t("credits.columns.credits")}
            </th>
            <th scope="col" className={styles.number}>
              {t("credits.consumption.jobs")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, words, credits, jobs }) => (
            <tr key={key}>
              <th scope="row">{words}</th>
              <td className={styles.number}>{count(credits)}</td>
              <td className={styles.number}>{count(jobs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

export const ConsumptionTables = ({ rows, models }: { rows: readonly Consumed[]; models: readonly ModelTotal[] }) => {
  const { t } = useTranslation();
  const newestFirst = rows.toSorted((one, other) => other.day.localeCompare(one.day));
  return (
    <div className={styles.tables}>
      <Figures
        name={t("credits.consumption.byModel")}
        head={t("credits.consumption.model")}
        rows={models.map(({ model, ...figures }) => ({ key: model, words: model, ...figures }))}
      />
      <Figures
        name={t("credits.consumption.byDay")}
        head={t("credits.consumption.dayAndModel")}
        rows={newestFirst.map(({ day, model, credits, jobs }) => ({
          key: `${day} ${model}`,
          words: `${day} · ${model}`,
          credits,
          jobs,
        }))}
      />
    </div>
  );
};
