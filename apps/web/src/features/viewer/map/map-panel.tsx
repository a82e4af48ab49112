import type { ViewerHeader } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Segmented } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { mapQuery } from "../shard.queries.ts";
import { MAP_COLOURS, type MapColour } from "../use-viewer-url-state.ts";
import type { ShardColumns } from "./find-shard.ts";
import styles from "./map.module.css";
import { MapLegend } from "./map-legend.tsx";
import { MeanChoice, MeanProgress } from "./mean-choice.tsx";
import { ShardMap } from "./shard-map.tsx";
import { useMeans } from "./use-means.ts";

interface MapPanelProps {
  header: ViewerHeader;
  offset: number;
  onOffset: (offset: number) => void;
  colour: MapColour;
  onColour: (colour: MapColour) => void;
  /** The column whose means colour the map. */
  mean: string | undefined;
  onMean: (column: string) => void;
  current: number | undefined;
  onOpen: (shard: number) => void;
}

/** Overview of the dataset's shards. */
export const MapPanel = (props: MapPanelProps) => {
  const { header, offset, colour, onColour, mean, onMean, current, onOpen } = props;
  const { handle } = header;
  const { t } = useTranslation();
  const map = useQuery(mapQuery(handle, offset));
  const means = useMeans({ header, offset, column: mean, isShown: colour === "mean" });
  const columns = map.data && { offset, ...map.data, means: means.shown };
  return (
    <section className={styles.panel} aria-label={t("viewer.map.title")}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t("viewer.map.title")}</h2>
        <Segmented<MapColour>
          size="small"
          aria-label={t("viewer.map.colour")}
          value={colour}
          options={MAP_COLOURS.map((each) => ({ value: each, label: t(`viewer.map.${each}`) }))}
          onChange={onColour}
        />
        {colour === "mean" ? <MeanChoice means={means} onChoose={onMean} /> : null}
        {columns ? <MapLegend columns={columns} colour={colour} /> : null}
        {columns ? <MapPages {...props} columns={columns} /> : null}
      </header>
      {map.error ? (
        <ErrorPanel isCompact title={t("viewer.map.failed")} error={map.error} onRetry={() => void map.refetch()} />
      ) : null}
      {colour === "mean" ? <MeanProgress means={means} /> : null}
      {columns ? <ShardMap columns={columns} colour={colour} current={current} onOpen={onOpen} /> : null}
      {map.isPending ? <Skeleton rows={3} /> : null}
    </section>
  );
};

/** A dataset with more shards than one map holds is paginated. */
const MapPages = ({ offset, onOffset, columns }: MapPanelProps & { columns: ShardColumns }) => {
  const { t, i18n } = useTranslation();
  const shown = columns.samples.length;
  if (columns.total <= shown) return null;
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <span className={styles.pages}>
      <span className="ds-number">
        {t("viewer.map.page", { first: count(offset), last: count(offset + shown - 1), total: count(columns.total) })}
      </span>
      <Button size="small" disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - shown))}>
        {t("viewer.map.pageBefore")}
      </Button>
      <Button size="small" disabled={offset + shown >= columns.total} onClick={() => onOffset(offset + shown)}>
        {t("viewer.map.pageNext")}
      </Button>
    </span>
  );
};
