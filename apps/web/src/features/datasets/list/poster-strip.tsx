import type { DatasetSummary } from "@dailies/contract";
import { useEffect, useState } from "react";
import { posterAddress } from "../dataset-address.ts";
import styles from "./list.module.css";

interface PosterStripProps {
  dataset: Pick<DatasetSummary, "id" | "strip" | "version">;
  /** In a table row, or two by two on a card. */
  shape: "row" | "square";
}

const PLACES = [0, 1, 2, 3] as const;

/** Four clips of a dataset. Empty slots are reserved while loading and if there are fewer. */
export const PosterStrip = ({ dataset, shape }: PosterStripProps) => (
  <span aria-hidden="true" className={shape === "row" ? styles.strip : styles.mosaic}>
    {PLACES.map((place) => {
      const ordinal = dataset.strip[place];
      return (
        <span key={place} className={styles.frame}>
          {ordinal === undefined ? null : (
            <Poster key={dataset.version} address={posterAddress(dataset.id, ordinal, dataset.version)} />
          )}
        </span>
      );
    })}
  </span>
);

const TRIES = 4;
const PAUSE_MS = 3_000;

/**
 * A poster is rendered on first request, and many requests may be rate-limited. A clip without a poster leaves its slot
 * empty; the item browser says why.
 */
const Poster = ({ address }: { address: string }) => {
  const [tries, setTries] = useState(0);
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsWaiting(false), PAUSE_MS * tries);
    return () => clearTimeout(timer);
  }, [isWaiting, tries]);
  if (isWaiting || tries >= TRIES) return null;
  return (
    <img
      className={styles.poster}
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => {
        setTries(tries + 1);
        setIsWaiting(true);
      }}
    />
  );
};
