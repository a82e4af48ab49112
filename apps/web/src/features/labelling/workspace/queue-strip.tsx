import { useTranslation } from "react-i18next";
import type { ClipCache } from "../../../shared/leased-work/clips/clip-cache.ts";
import { type ClipItem, isVideo, keyWords, mediaOf } from "./clip-item.ts";
import styles from "./workspace.module.css";

/** The items in one's hands: the current one, and the next ones, whose clips are loaded ahead. */
export const QueueStrip = ({ items, cache }: { items: readonly ClipItem[]; cache: ClipCache }) => {
  const { t } = useTranslation();
  return (
    <nav className={styles.queue} aria-label={t("labelling.work.queue")}>
      <span className={styles.quiet}>{t("labelling.work.queue")}</span>
      <ol className={styles.queueItems}>
        {items.map((item, place) => (
          <li
            key={item.lease_id}
            className={styles.queueItem}
            aria-current={place === 0 ? "step" : undefined}
            data-ready={isReady(item, cache) || undefined}
          >
            <span className="ds-number">{item.item}</span>
            <span className={styles.queueKey}>{item.item_key === null ? "" : keyWords(item.item_key, t)}</span>
            <span className={styles.quiet}>
              {place === 0 ? t("labelling.work.now") : t(isReady(item, cache) ? "labelling.work.ready" : "ui.loading")}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
};

const isReady = (item: ClipItem, cache: ClipCache): boolean =>
  !isVideo(item) || mediaOf(item).every(({ url }) => cache.sourceOf(url) !== undefined);
