import type { ClusterJobDetail } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { isCommandMissing, isErrorType } from "../clusters.rules.ts";
import styles from "./job.module.css";

/** Why a job failed, in words: by Ray's error type first, then what the job itself said. */
export const JobFailure = ({ job }: { job: ClusterJobDetail }) => {
  const { t } = useTranslation();
  return (
    <section className={styles.failure} aria-label={t("clusters.failure.title")}>
      <p className={styles.failureWords}>{useFailureWords(job)}</p>
      {job.message === null ? null : <p className={styles.message}>{job.message}</p>}
      {job.traceback.length === 0 ? null : <pre className={styles.traceback}>{job.traceback.join("\n")}</pre>}
    </section>
  );
};

const useFailureWords = ({ status, error_type: type, exit_code: exitCode }: ClusterJobDetail): string => {
  const { t } = useTranslation();
  if (status === "LOST") return t("clusters.failure.lost");
  if (isCommandMissing(exitCode)) return t("clusters.failure.commandMissing");
  if (type === "JOB_ENTRYPOINT_COMMAND_ERROR" && exitCode !== null)
    return t("clusters.failure.exit", { code: exitCode });
  if (type !== null && isErrorType(type)) return t(`clusters.errors.${type}`);
  return t("clusters.failure.unknown");
};
