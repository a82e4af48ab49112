import type { DeliveryWarning, GridCell } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatMicros } from "../../shared/money.ts";
import { formatDuration, formatPercent } from "../../ui/format.ts";

/** What a cell says of itself, for those who listen and on hover. */
export const useCellWords = () => {
  const { t, i18n } = useTranslation();

  const warning = ({ field, asked, got }: DeliveryWarning): string =>
    t("benchmarks.cell.warning", { field: t(`benchmarks.cell.field.${field}`), asked, got });

  /** "Queued, place 3", "Running 40 %" */
  const state = ({ status, progress, queue_position }: GridCell): string => {
    const word = t(`benchmarks.cell.status.${status}`);
    if (status === "Running" && progress !== null) return `${word} ${formatPercent(progress, 0, i18n.language)}`;
    if (status === "Queued" && queue_position !== null) {
      return t("benchmarks.cell.place", { status: word, place: queue_position + 1 });
    }
    return word;
  };

  const numbers = ({ seed_used, attempt_count, cost, took_s }: GridCell): string[] => [
    ...(seed_used === null ? [] : [t("benchmarks.cell.seed", { seed: seed_used })]),
    ...(attempt_count > 1 ? [t("benchmarks.cell.attempts", { count: attempt_count })] : []),
    ...(cost ? [formatMicros(cost.amount_micros, cost.currency, i18n.language)] : []),
    ...(took_s === null ? [] : [t("benchmarks.cell.took", { time: formatDuration(took_s * 1000) })]),
  ];

  const marks = (cell: GridCell): string[] =>
    (["stale", "reused", "pinned"] as const)
      .filter((mark) => cell[`is_${mark}`])
      .map((mark) => t(`benchmarks.cell.${mark}`));

  const whole = (cell: GridCell): string =>
    [
      state(cell),
      ...numbers(cell),
      ...(cell.error ? [cell.error.message] : []),
      ...(cell.excluded_reason ? [cell.excluded_reason] : []),
      ...marks(cell),
      ...cell.warnings.map(warning),
    ].join(", ");
  return { warning, state, whole };
};
