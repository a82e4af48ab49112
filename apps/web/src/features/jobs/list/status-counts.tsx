import type { JobCounts, JobStatus } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { STATUS_ICONS } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import { STATUS_TONES } from "../job-state.tsx";
import styles from "../jobs.module.css";
import type { JobFilters } from "./job-filters.ts";

interface StatusCountsProps {
  counts: JobCounts | undefined;
  filters: JobFilters;
}

/** How many jobs each status has under the other filters; a click shows only those, another one all. */
export const StatusCounts = ({ counts, filters }: StatusCountsProps) => {
  const { t } = useTranslation();
  const { status: chosen } = filters.values;
  const toggle = (status: JobStatus): void =>
    filters.set({ status: chosen.length === 1 && chosen[0] === status ? [] : [status] });
  return (
    <fieldset className={styles.counts} aria-label={t("jobs.counts")} aria-busy={counts === undefined}>
      {(counts?.statuses ?? []).map(({ status, jobs, is_exact }) => (
        <button
          key={status}
          type="button"
          className={styles.count}
          data-tone={STATUS_TONES[status]}
          aria-pressed={chosen.includes(status)}
          onClick={() => toggle(status)}
        >
          {STATUS_ICONS[STATUS_TONES[status]]}
          <span>{t(`jobs.statuses.${status}`)}</span>
          <CountOf jobs={jobs} isExact={is_exact} />
        </button>
      ))}
    </fieldset>
  );
};

const CountOf = ({ jobs, isExact }: { jobs: number; isExact: boolean }) => {
  const { i18n } = useTranslation();
  return <span className="ds-number">{`${formatCount(jobs, i18n.language)}${isExact ? "" : "+"}`}</span>;
};
