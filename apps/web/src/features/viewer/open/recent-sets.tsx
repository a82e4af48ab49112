import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { recentQuery, type SetAddress } from "../viewer.queries.ts";
import styles from "./open.module.css";

const SHOWN = 8;

/** Recently opened datasets, newest first. */
export const RecentSets = ({ onOpen }: { onOpen: (address: SetAddress) => void }) => {
  const { t, i18n } = useTranslation();
  const recent = useQuery(recentQuery());
  const items = recent.data?.items.slice(0, SHOWN) ?? [];
  return (
    <section className={styles.card} aria-label={t("viewer.open.recent")}>
      <h2 className={styles.title}>{t("viewer.open.recent")}</h2>
      {recent.isPending ? <Skeleton rows={3} /> : null}
      {recent.error ? <ErrorPanel isCompact error={recent.error} onRetry={() => void recent.refetch()} /> : null}
      {recent.data && items.length === 0 ? <p className={styles.quiet}>{t("viewer.open.noRecent")}</p> : null}
      <ul className={styles.list}>
        {items.map(({ handle, uri, format, samples, opened_at }) => (
          <li key={handle}>
            <button type="button" className={styles.row} onClick={() => onOpen({ uri })}>
              <span className={`${styles.uri} ds-mono`}>{uri}</span>
              <span className={`${styles.quiet} ds-number`}>
                {format} · {t("viewer.open.samples", { samples: formatCount(samples, i18n.language) })} ·{" "}
                <Time at={opened_at} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
