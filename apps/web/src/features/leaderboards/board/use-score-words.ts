import type { BoardAxis, Interval } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatDecimal } from "../../../ui/format.ts";
import { halfWidth } from "../board.rules.ts";

const HUNDRED = 100;

interface Style {
  factor: number;
  digits: number;
  unit: string;
}

/** Elo points are integers, shares are percentages, means have two digits. */
const styleOf = (kind: BoardAxis["kind"]): Style => {
  if (kind === "choice") return { factor: 1, digits: 0, unit: "" };
  if (kind === "boolean" || kind === "list") return { factor: HUNDRED, digits: 1, unit: " %" };
  return { factor: 1, digits: 2, unit: "" };
};

/** A difference always has its sign, even if it rounds to zero. */
const signed = (value: number, text: string): string => (value > 0 ? `+${text}` : text.replace("-", "−"));

/** Number formats for the scores of an axis. */
export const useScoreWords = ({ kind }: Pick<BoardAxis, "kind">) => {
  const { t, i18n } = useTranslation();
  const { factor, digits, unit } = styleOf(kind);
  const number = (value: number): string => formatDecimal(value * factor, digits, i18n.language);
  return {
    value: (value: number): string => `${number(value)}${unit}`,
    half: (interval: Interval): string => number(halfWidth(interval)),
    /** "950–1,830"; in words where a dash would read as a minus. */
    ends: ({ low, high }: Interval): string =>
      low < 0
        ? t("leaderboards.board.range", { low: number(low), high: number(high) })
        : `${number(low)}–${number(high)}`,
    difference: (interval: Interval): string => signed(interval.value, number(interval.value)),
    /** For tooltips and screen readers: both ends, because an interval may be asymmetric. */
    range: ({ low, high }: Interval): string =>
      t("leaderboards.board.range", { low: `${number(low)}${unit}`, high: `${number(high)}${unit}` }),
  };
};
