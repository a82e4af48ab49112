import { Button } from "antd";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { labelTaskAddress, PATHS } from "../../lib/paths.ts";
import { useCan, useCurrentUser } from "../../lib/session.ts";
import { DECIDED_ON } from "../../shared/approvals/decided-on.ts";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { STATUS_ICONS } from "../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../ui/format.ts";
import { Time } from "../../ui/time.tsx";
import styles from "./home.module.css";
import type { QueueEntry } from "./queue.rules.ts";
import { useQueue } from "./use-queue.ts";

/** What needs the user's attention now, or an empty state. */
export const QueuePanel = ({ onSetPassword }: { onSetPassword: () => void }) => {
  const { t } = useTranslation();
  const hasPassword = useCurrentUser().is_password_set;
  const { entries, isLoading, error, retry } = useQueue();
  const nothingHint = useNothingHint();
  const isEmpty = hasPassword && entries.length === 0 && !isLoading && error === null;
  return (
    <div className={styles.queue}>
      {hasPassword ? null : <NoPassword onSetPassword={onSetPassword} />}
      {error && <ErrorPanel isCompact title={t("home.queue.failed")} error={error} onRetry={retry} />}
      {entries.length > 0 ? (
        <ul className={styles.entries}>
          {entries.map((entry) => (
            <EntryLine key={`${entry.kind}-${addressOf(entry)}`} entry={entry} />
          ))}
        </ul>
      ) : null}
      {isLoading && entries.length === 0 ? <Skeleton rows={2} /> : null}
      {isEmpty ? (
        <div className={styles.waiting}>
          <div className={styles.waitingWords}>
            <strong>{t("home.queue.nothing")}</strong>
            <span>{nothingHint}</span>
          </div>
        </div>
      ) : null}
    </div>
  );
};

/** Names only what can appear for this person. */
const useNothingHint = (): string => {
  const { t, i18n } = useTranslation();
  const can = useCan();
  const what = [
    t("home.queue.appears.asked"),
    ...(can({ permission: "MAGI_ADMIN" }) ? [t("home.queue.appears.grants")] : []),
    ...(can({ permission: "USE_VERSION_1_0" }) ? [t("home.queue.appears.failed")] : []),
  ];
  return t("home.queue.nothingHint", { what: new Intl.ListFormat(i18n.language).format(what) });
};

const NoPassword = ({ onSetPassword }: { onSetPassword: () => void }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.waiting} data-urgent="true">
      <span className={styles.waitingIcon} aria-hidden="true">
        {STATUS_ICONS.warning}
      </span>
      <div className={styles.waitingWords}>
        <strong>{t("home.queue.noPassword")}</strong>
        <span>{t("home.queue.noPasswordHint")}</span>
      </div>
      <Button type="primary" onClick={onSetPassword}>
        {t("home.queue.setPassword")}
      </Button>
    </div>
  );
};

const addressOf = (entry: QueueEntry): string => {
  switch (entry.kind) {
    case "approve":
      return DECIDED_ON.grant;
    case "decide":
      return DECIDED_ON[entry.what];
    case "judge":
      return `${PATHS.evaluating}?task=${entry.taskId}`;
    case "label":
      return labelTaskAddress(entry.taskId);
    case "generated":
      return `${PATHS.taskBenchmark}?task=${entry.taskId}`;
    case "failed":
      return `${PATHS.taskGenerate}?task=${entry.taskId}`;
  }
};

const titleOf = (entry: QueueEntry, t: TFunction, language: string): string => {
  if (entry.kind === "approve")
    return t("home.queue.approve", { count: entry.count, shown: formatCount(entry.count, language) });
  if (entry.kind === "decide")
    return t(`home.queue.decide.${entry.what}`, { count: entry.count, shown: formatCount(entry.count, language) });
  return entry.name;
};

const detailOf = (entry: QueueEntry, t: TFunction, language: string): string => {
  const counted = (count: number) => ({ count, shown: formatCount(count, language) });
  switch (entry.kind) {
    case "approve":
    case "decide":
      return t("home.queue.approveHint");
    case "judge":
      return entry.leased > 0
        ? t("home.queue.leased", counted(entry.leased))
        : t("home.queue.judged", counted(entry.judged));
    case "label":
      return entry.leased > 0
        ? t("home.queue.leased", counted(entry.leased))
        : t("home.queue.labelled", counted(entry.labelled));
    case "failed":
      return t("home.queue.failedCells", counted(entry.failed));
    case "generated":
      return t("home.queue.generated", counted(entry.clips));
  }
};

const EntryLine = ({ entry }: { entry: QueueEntry }) => {
  const { t, i18n } = useTranslation();
  return (
    <li>
      <Link to={addressOf(entry)} className={styles.entry} data-kind={entry.kind}>
        <span className={styles.entryKind}>{t(`home.queue.kinds.${entry.kind}`)}</span>
        <span className={styles.entryTitle}>{titleOf(entry, t, i18n.language)}</span>
        <span className={styles.entryDetail}>
          {detailOf(entry, t, i18n.language)}
          {"leasedUntil" in entry && entry.leasedUntil ? (
            <>
              {t("home.queue.leasedUntil")} <Time at={entry.leasedUntil} />
            </>
          ) : null}
          {"oldestAt" in entry ? <Time at={entry.oldestAt} /> : null}
        </span>
      </Link>
    </li>
  );
};
