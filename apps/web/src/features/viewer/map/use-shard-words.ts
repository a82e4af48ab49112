import { useTranslation } from "react-i18next";
import { formatBytes, formatCount } from "../../../ui/format.ts";
import { meanStateOf, stateOf } from "./cell-colours.ts";
import type { ShardColumns } from "./find-shard.ts";
import { formatMean } from "./format-mean.ts";

/** A one-line description of a shard, for tooltips and screen readers. */
export const useShardWords = (): ((columns: ShardColumns, shard: number) => string) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  return (columns, shard) => {
    const place = shard - columns.offset;
    const [first, samples] = [columns.first_sample[place] ?? 0, columns.samples[place] ?? 0];
    const words = t("viewer.map.cell", {
      shard: count(shard),
      samples:
        samples === 0
          ? t("viewer.map.noSamples")
          : t("viewer.map.range", { first: count(first), last: count(first + samples - 1) }),
      bytes: formatBytes(columns.stored_bytes[place] ?? 0, i18n.language),
      state: t(`viewer.state.${stateOf(columns.states[place])}`),
    });
    if (!columns.means) return words;
    const { column, means, states } = columns.means;
    const mean = means[place] ?? null;
    const told =
      mean === null
        ? t(`viewer.means.states.${meanStateOf(states[place])}`)
        : t("viewer.means.cell", { column, mean: formatMean(mean, i18n.language) });
    return `${words} · ${told}`;
  };
};
