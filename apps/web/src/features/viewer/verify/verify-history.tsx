import type { VerifyRun } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import styles from "./verify.module.css";

interface VerifyHistoryProps {
  runs: readonly VerifyRun[];
  shown: string | undefined;
  onShow: (id: string) => void;
}

/** Previous verifications with their findings. */
export const VerifyHistory = ({ runs, shown, onShow }: VerifyHistoryProps) => {
  const { t, i18n } = useTranslation();
  if (runs.length < 2) return null;
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <section aria-label={t("viewer.verify.history")}>
      <h3 className={styles.heading}>{t("viewer.verify.history")}</h3>
      <ul className={styles.runs}>
        {runs.map((run) => (
          <li key={run.id}>
            <button
              type="button"
              className={styles.run}
              aria-current={run.id === shown || undefined}
              onClick={() => onShow(run.id)}
            >
              <Time at={run.started_at} />
              <span className="ds-number">
                {t(`viewer.verify.statuses.${run.status}`)} ·{" "}
                {t("viewer.verify.summary", {
                  shards: count(run.shards_done),
                  total: count(run.shards_total),
                  faults: count(run.faults_total),
                })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
