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

/** Points of the Elo scale are whole, shares are per cent, means have two digits. */
const styleOf = (kind: BoardAxis["kind"]): Style => {
  if (kind === "choice") return { factor: 1, digits: 0, unit: "" };
  if (kind === "boolean" || kind === "list") return { factor: HUNDRED, digits: 1, unit: " %" };
  return { factor: 1, digits: 2, unit: "" };
};

/** A difference carries its sign, also where it rounds to nothing. */
const signed = (value: number, text: string): string => (value > 0 ? `+${text}` : text.replace("-", "−"));

/** How the scores of an axis are written. */
export const useScoreWords = ({ kind }: Pick<BoardAxis, "kind">) => {
  const { t, i18n } = useTranslation();
  const { factor, digits, unit } = styleOf(kind);
  const number = (value: number): string => formatDecimal(value * factor, digits, i18n.language);
  return {
    value: (value: number): string => `${number(value)}${unit}`,
    half: (interval: Interval): string => number(halfWidth(interval)),
    difference: (interval: Interval): string => signed(interval.value, number(interval.value)),
    /** For the hover and for those who listen: both ends, since an interval need not be even. */
    range: ({ low, high }: Interval): string =>
      t("leaderboards.board.range", { low: `${number(low)}${unit}`, high: `${number(high)}${unit}` }),
  };
};
