import type { ColumnType } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatDecimal, formatMinute, formatNumber } from "../../../../ui/format.ts";

const digitsFor = (edges: readonly number[]): number => {
  const span = Math.abs((edges.at(-1) ?? 0) - (edges[0] ?? 0));
  if (edges.every(Number.isInteger) || span >= 1_000) return 0;
  if (span >= 10) return 1;
  return span >= 1 ? 2 : 3;
};

/** A number of an axis with as many digits as tell its bars apart; a time as a date. */
export const useEdgeWords = (type: ColumnType, edges: readonly number[]): ((value: number) => string) => {
  const { i18n } = useTranslation();
  if (type === "time") return (value) => formatMinute(new Date(value), i18n.language);
  const digits = digitsFor(edges);
  return (value) =>
    digits === 0 ? formatNumber(Math.round(value), i18n.language) : formatDecimal(value, digits, i18n.language);
};
