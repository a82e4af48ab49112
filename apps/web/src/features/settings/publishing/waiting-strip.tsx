import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Time } from "../../../ui/time.tsx";
import styles from "../settings.module.css";
import { waitingQuery } from "../settings.queries.ts";

interface WaitingStripProps {
  onOpen: (key: string) => void;
  onShowAll: () => void;
}

/** The unpublished drafts: the first thing to do here. */
export const WaitingStrip = ({ onOpen, onShowAll }: WaitingStripProps) => {
  const { t } = useTranslation();
  const { data } = useQuery(waitingQuery);
  if (!data || data.total === 0) return null;
  return (
    <section className={styles.waiting} aria-labelledby="settings-waiting">
      <div className={styles.waitingHead}>
        <h2 id="settings-waiting" className={styles.waitingTitle}>
          {t("settings.waiting.title", { count: data.total })}
        </h2>
        <span className={styles.muted}>{t("settings.waiting.hint")}</span>
        <Button size="small" onClick={onShowAll}>
          {t("settings.waiting.all")}
        </Button>
      </div>
      <ul className={styles.waitingItems}>
        {data.items.map((item) => (
          <li key={item.key}>
            <button type="button" className={styles.waitingItem} onClick={() => onOpen(item.key)}>
              <span className="ds-mono">{item.key}</span>
              <span className={styles.muted}>
                {t("settings.waiting.by", { name: item.updated_by })} <Time at={item.updated_at} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
