import type { DeliveryWarning, GridCell } from "@dailies/contract";
import type { TFunction } from "i18next";
import { createContext, useContext, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatMicros } from "../../shared/money.ts";
import { formatDuration, formatPercent } from "../../ui/format.ts";

const makeCellWords = (t: TFunction, locale: string) => {
  const cached = new WeakMap<GridCell, string>();

  const warning = ({ field, asked, got }: DeliveryWarning): string =>
    t("benchmarks.cell.warning", { field: t(`benchmarks.cell.field.${field}`), asked, got });

  /** "Queued, position 3", "Running 40 %" */
  const state = ({ status, progress, queue_position }: GridCell): string => {
    const word = t(`benchmarks.cell.status.${status}`);
    if (status === "Running" && progress !== null) return `${word} ${formatPercent(progress, 0, locale)}`;
    if (status === "Queued" && queue_position !== null) {
      return t("benchmarks.cell.place", { status: word, place: queue_position + 1 });
    }
    return word;
  };

  const numbers = ({ seed_used, attempt_count, cost, took_s }: GridCell): string[] => [
    ...(seed_used === null ? [] : [t("benchmarks.cell.seed", { seed: seed_used })]),
    ...(attempt_count > 1 ? [t("benchmarks.cell.attempts", { count: attempt_count })] : []),
    ...(cost ? [formatMicros(cost.amount_micros, cost.currency, locale)] : []),
    ...(took_s === null ? [] : [t("benchmarks.cell.took", { time: formatDuration(took_s * 1000) })]),
  ];

  const marks = (cell: GridCell): string[] =>
    (["stale", "reused", "pinned"] as const)
      .filter((mark) => cell[`is_${mark}`])
      .map((mark) => t(`benchmarks.cell.${mark}`));

  const describe = (cell: GridCell): string =>
    [
      state(cell),
      ...numbers(cell),
      ...(cell.error ? [cell.error.message] : []),
      ...(cell.excluded_reason ? [cell.excluded_reason] : []),
      ...marks(cell),
      ...cell.warnings.map(warning),
    ].join(", ");
  const whole = (cell: GridCell): string => {
    const words = cached.get(cell) ?? describe(cell);
    cached.set(cell, words);
    return words;
  };
  return { t, locale, warning, state, whole };
};

type CellWords = ReturnType<typeof makeCellWords>;

/** The text of a cell for screen readers and tooltips. */
export const useCellWords = (): CellWords => {
  const { t, i18n } = useTranslation();
  return useMemo(() => makeCellWords(t, i18n.language), [t, i18n.language]);
};

/** Shared by all cells: otherwise each would subscribe to language changes, several times. */
export const CellWordsContext = createContext<CellWords | undefined>(undefined);

export const useGridWords = (): CellWords => {
  const words = useContext(CellWordsContext);
  if (!words) throw new Error("there is no grid around this part");
  return words;
};
