import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { resetReads, useShardReads } from "../../../shared/shard-media/shard-meter.ts";
import { formatBytes, formatCount, formatPercent } from "../../../ui/format.ts";
import { readsPrefix } from "../sample/sample-clips.ts";
import { resetApiReads, useApiReads } from "./api-reads.ts";
import styles from "./meter.module.css";

interface IoMeterProps {
  handle: string;
  /** Of the whole dataset. */
  storedBytes: number;
}

/** The I/O so far: by this page directly from storage, and by the API on its behalf. */
export const IoMeter = ({ handle, storedBytes }: IoMeterProps) => {
  const { t, i18n } = useTranslation();
  const page = useShardReads(readsPrefix(handle));
  const api = useApiReads(handle);
  const summaryOf = (requests: number, bytes: number, ms: number): string =>
    t("viewer.io.read", {
      requests: formatCount(requests, i18n.language),
      bytes: formatBytes(bytes, i18n.language),
      ms: formatCount(ms, i18n.language),
    });
  const shareWords = (share: number): string => {
    if (share === 0) return formatPercent(0, 0, i18n.language);
    return share < 0.0001 ? t("viewer.io.hardly") : formatPercent(share, 2, i18n.language);
  };
  const share = storedBytes === 0 ? undefined : (page.bytes + api.bytes) / storedBytes;
  return (
    <section className={`${styles.meter} ds-number`} aria-label={t("viewer.io.title")}>
      <strong>{t("viewer.io.title")}</strong>
      <span data-meter="page">
        {t("viewer.io.page")} {summaryOf(page.requests, page.bytes, page.ms)}
      </span>
      <span data-meter="api">
        {t("viewer.io.api")} {summaryOf(api.requests, api.bytes, api.ms)} ·{" "}
        <span title={t("viewer.io.hitsHint")}>
          {t("viewer.io.hits", { hits: formatCount(api.cache_hits, i18n.language) })}
        </span>
      </span>
      {share === undefined ? null : (
        <span className={styles.quiet}>
          {t("viewer.io.share", {
            share: shareWords(share),
            bytes: formatBytes(storedBytes, i18n.language),
          })}
        </span>
      )}
      <span className={styles.quiet}>{t("viewer.io.unmeasured")}</span>
      <Button
        size="small"
        type="text"
        className={styles.reset}
        onClick={() => {
          resetReads(readsPrefix(handle));
          resetApiReads(handle);
        }}
      >
        {t("viewer.io.reset")}
      </Button>
    </section>
  );
};
