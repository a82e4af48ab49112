import type { DatasetSummary } from "@dailies/contract";
import { Poster } from "../../../shared/dataset-pictures/poster.tsx";
import styles from "./list.module.css";

interface PosterStripProps {
  dataset: Pick<DatasetSummary, "id" | "strip" | "version">;
  /** In a table row, or two by two on a card. */
  shape: "row" | "square";
}

const PLACES = [0, 1, 2, 3] as const;

/**
 * Four clips of a dataset. Empty slots are reserved while loading and if there are fewer; a clip without a poster leaves its
 * slot empty, and the item browser says why.
 */
export const PosterStrip = ({ dataset, shape }: PosterStripProps) => (
  <span aria-hidden="true" className={shape === "row" ? styles.strip : styles.mosaic}>
    {PLACES.map((place) => {
      const ordinal = dataset.strip[place];
      return (
        <span key={place} className={styles.frame}>
          {ordinal === undefined ? null : (
            <Poster
              className={styles.poster}
              picture={{ id: dataset.id, version: dataset.version ?? undefined, ordinal }}
            />
          )}
        </span>
      );
    })}
  </span>
);
