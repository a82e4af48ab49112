import type { PerformerTaskDetail } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatExact } from "../../../ui/format.ts";
import styles from "./calls.module.css";

const clock = (at: string, locale: string): string =>
  new Date(at).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

export const CallLog = ({ log }: { log: PerformerTaskDetail["log"] }) => {
  const { t, i18n } = useTranslation();
  if (log.length === 0) return <p className={styles.quiet}>{t("performers.detail.noLog")}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by Tab.
    <ol className={`${styles.log} ds-mono`} tabIndex={0} aria-label={t("performers.detail.log")}>
      {log.map(({ at, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the log is append-only.
        <li key={place} className={styles.logLine}>
          <time dateTime={at} title={formatExact(new Date(at), i18n.language)}>
            {clock(at, i18n.language)}
          </time>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
};
