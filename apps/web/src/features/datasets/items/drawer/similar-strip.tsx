import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ItemClip } from "../../../../shared/dataset-pictures/item-clip.tsx";
import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../../ui/feedback/skeleton.tsx";
import { similarQuery } from "../items.queries.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import styles from "./drawer.module.css";

const DISTANCE_DIGITS = 3;

/** The nearest items by embedding distance, nearest first. */
export const SimilarStrip = ({ ordinal }: { ordinal: number }) => {
  const { t } = useTranslation();
  const { dataset, version, urlState } = useBrowser();
  const set = { id: dataset.id, version };
  const { data, error, refetch } = useQuery(similarQuery(set, ordinal));
  if (error) return <ErrorPanel isCompact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={2} />;
  return (
    <div className={styles.similar}>
      {data.items.map((item) => (
        <button
          key={item.ordinal}
          type="button"
          className={styles.near}
          aria-label={t("datasetItems.drawer.openSimilar", { key: item.key })}
          onClick={() => urlState.set({ item: item.ordinal })}
        >
          <ItemClip
            set={set}
            ordinal={item.ordinal}
            name={item.key}
            durationS={item.duration_s}
            hasPictures={item.media !== null}
          />
          <span className={styles.nearWords}>{item.caption ?? item.key}</span>
          <span className={`${styles.distance} ds-number`}>{item.distance.toFixed(DISTANCE_DIGITS)}</span>
        </button>
      ))}
    </div>
  );
};
