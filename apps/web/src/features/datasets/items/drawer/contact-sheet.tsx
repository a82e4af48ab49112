import type { DatasetRow } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { datasetSprite } from "../../../../shared/dataset-pictures/item-clip.tsx";
import { usePicture } from "../../../../shared/dataset-pictures/use-picture.ts";
import { clockOf, tileStyle } from "../../../../ui/clip/sprite.ts";
import { isPicture } from "../media-addresses.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import styles from "./drawer.module.css";

interface ContactSheetProps {
  item: DatasetRow;
  onSeek: (timeS: number) => void;
}

const TILES = Array.from({ length: 25 }, (_, tile) => tile);

/** Frames at even intervals; a click seeks to the frame's time. */
export const ContactSheet = ({ item, onSeek }: ContactSheetProps) => {
  const { t } = useTranslation();
  const { dataset, version } = useBrowser();
  const { duration_s: durationS, media, ordinal } = item;
  const hasSheet = media !== null && durationS !== null && !isPicture(item);
  const sheet = usePicture(hasSheet ? { id: dataset.id, version, ordinal, what: "sprite" } : undefined);
  if (!hasSheet || sheet.url === undefined || sheet.hasFailed) return null;
  const sprite = datasetSprite(sheet.url);
  const timeOf = (tile: number): number => ((tile + 0.5) / sprite.tiles) * durationS;
  return (
    <section className={styles.sheet} aria-label={t("datasetItems.drawer.sheet")}>
      {/* A hidden copy, because a CSS background image fires no events. */}
      <img
        className={styles.probe}
        src={sprite.url}
        alt=""
        onLoad={({ currentTarget }) => sheet.onLoad(currentTarget)}
        onError={sheet.onError}
      />
      {TILES.map((tile) => (
        <button
          key={tile}
          type="button"
          className={styles.frame}
          style={tileStyle(sprite, tile)}
          aria-label={t("datasetItems.drawer.goTo", { time: timeOf(tile).toFixed(2) })}
          title={clockOf(timeOf(tile))}
          onClick={() => onSeek(timeOf(tile))}
        />
      ))}
    </section>
  );
};
