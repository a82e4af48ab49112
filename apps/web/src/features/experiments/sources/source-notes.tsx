import type { RunSourceItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import styles from "./sources.module.css";

/** What the list does not show, or shows as it was: sources that do not answer, and those still being gone through. */
export const SourceNotes = ({ sources }: { sources: readonly RunSourceItem[] }) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const stale = sources.filter(({ status }) => status === "Unreachable");
  const begun = sources.filter(({ status, swept_at: sweptAt }) => status !== "Unreachable" && sweptAt === null);
  if (stale.length + begun.length === 0) return null;
  return (
    <div role="status">
      <ul className={styles.notes}>
        {stale.map((source) => (
          <li key={source.id} className={styles.stale}>
            {t("experiments.sources.stale", { name: source.name })}{" "}
            {source.fault === null ? null : t(`experiments.sources.fault.${source.fault}`)}{" "}
            {source.seen_at === null ? (
              t("experiments.sources.neverSeen")
            ) : (
              <>
                {t("experiments.sources.shownAsOf")} <Time at={source.seen_at} />.
              </>
            )}
          </li>
        ))}
        {begun.map((source) => (
          <li key={source.id}>
            {t("experiments.sources.copying", { name: source.name, count: source.runs, shown: count(source.runs) })}
          </li>
        ))}
      </ul>
    </div>
  );
};
