import type { DatasetRow } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { clockOf, tileStyle } from "../../../../ui/clip/sprite.ts";
import { isPicture, spriteOf } from "../media-addresses.ts";
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
  const [hasFailed, setHasFailed] = useState(false);
  const { duration_s: durationS, media, ordinal } = item;
  if (!media || durationS === null || hasFailed || isPicture(item)) return null;
  const sprite = spriteOf({ id: dataset.id, version }, ordinal);
  const timeOf = (tile: number): number => ((tile + 0.5) / sprite.tiles) * durationS;
  return (
    <section className={styles.sheet} aria-label={t("datasetItems.drawer.sheet")}>
      {/* A hidden copy, because a CSS background image fires no error event. */}
      <img className={styles.probe} src={sprite.url} alt="" onError={() => setHasFailed(true)} />
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
