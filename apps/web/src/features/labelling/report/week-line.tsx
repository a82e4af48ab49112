import type { ReportPerson, ReportWeek } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Sparkline } from "../../../ui/chart/sparkline.tsx";
import { formatCount, formatDuration, formatPercent } from "../../../ui/format.ts";
import styles from "./report.module.css";

export const WEEK_FIGURES = ["agreement", "kept", "median_seconds"] as const;
export type WeekFigure = (typeof WEEK_FIGURES)[number];

/** Shares are drawn from 0 to 1, times from 0 to the longest. */
const topOf = (figure: WeekFigure, values: readonly number[]): number =>
  figure === "median_seconds" ? Math.max(...values, 1) : 1;

interface WeekLineProps {
  person: Pick<ReportPerson, "person" | "weeks">;
  figure: WeekFigure;
}

/** A small line over the weeks of one person (sparkline), with the numbers as its accessible name and tooltip. */
export const WeekLine = ({ person, figure }: WeekLineProps) => {
  const { t, i18n } = useTranslation();
  const weeks = person.weeks.filter((week) => week[figure] !== null);
  if (weeks.length < 2) return <span className={styles.quiet}>{t("labelling.report.people.noWeeks")}</span>;
  const values = weeks.map((week) => week[figure] ?? 0);
  const textOf = (value: number): string =>
    figure === "median_seconds" ? formatDuration(value * 1_000) : formatPercent(value, 0, i18n.language);
  const wordsOf = ({ week, labels, [figure]: value }: ReportWeek): string =>
    t("labelling.report.people.week", { week, value: textOf(value ?? 0), n: formatCount(labels, i18n.language) });
  return <Sparkline values={values} top={topOf(figure, values)} words={weeks.map(wordsOf).join("\n")} />;
};
