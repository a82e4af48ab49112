import { SHARD_STATES } from "@dailies/contract/viewer/schemas";
import { useTranslation } from "react-i18next";
import { formatBytes, formatCount } from "../../../ui/format.ts";
import type { MapColour } from "../use-viewer-url-state.ts";
import { gradeCells, meanStateOf, STATE_COLOURS, stateOf } from "./cell-colours.ts";
import type { ShardColumns } from "./find-shard.ts";
import { formatMean } from "./format-mean.ts";
import styles from "./map.module.css";

interface LegendProps {
  columns: ShardColumns;
  colour: MapColour;
}

/** The meaning of the colours, with the count of each. */
export const MapLegend = ({ columns, colour }: LegendProps) => {
  if (colour === "state") return <StateLegend columns={columns} />;
  return colour === "mean" ? <MeanLegend columns={columns} /> : <ScaleLegend columns={columns} colour={colour} />;
};

const StateLegend = ({ columns }: { columns: ShardColumns }) => {
  const { t, i18n } = useTranslation();
  const counts = Map.groupBy(columns.states, stateOf);
  return (
    <ul className={styles.legend}>
      {SHARD_STATES.filter((state) => counts.has(state)).map((state) => (
        <li key={state}>
          <span className={styles.swatch} style={{ background: `var(--ds-${STATE_COLOURS[state]})` }} />
          <span className="ds-number">
            {t(`viewer.state.${state}`)} {formatCount(counts.get(state)?.length ?? 0, i18n.language)}
          </span>
        </li>
      ))}
    </ul>
  );
};

const REASONS = ["waiting", "no_column", "no_numbers", "unreadable"] as const;

const MeanLegend = ({ columns }: { columns: ShardColumns }) => {
  const { t, i18n } = useTranslation();
  const { min, max } = gradeCells(columns, "mean");
  if (!columns.means) return null;
  const counts = Map.groupBy(columns.means.states, meanStateOf);
  return (
    <ul className={`${styles.legend} ds-number`}>
      {counts.has("ok") ? (
        <li>
          <span>{formatMean(min, i18n.language)}</span>
          <span className={styles.scale} />
          <span>{formatMean(max, i18n.language)}</span>
        </li>
      ) : null}
      {REASONS.filter((state) => counts.has(state)).map((state) => (
        <li key={state}>
          <span className={styles.swatch} style={{ background: "var(--ds-line-strong)" }} />
          {t(`viewer.means.states.${state}`)} {formatCount(counts.get(state)?.length ?? 0, i18n.language)}
        </li>
      ))}
    </ul>
  );
};

const ScaleLegend = ({ columns, colour }: LegendProps) => {
  const { t, i18n } = useTranslation();
  const { min, max } = gradeCells(columns, colour);
  const formatValue = (value: number): string =>
    colour === "bytes" ? formatBytes(value, i18n.language) : formatCount(value, i18n.language);
  return (
    <p className={`${styles.legend} ds-number`}>
      <span>{formatValue(0)}</span>
      <span className={styles.scale} />
      <span>{formatValue(max)}</span>
      <span className={styles.quiet}>{t("viewer.map.smallest", { value: formatValue(min) })}</span>
    </p>
  );
};
