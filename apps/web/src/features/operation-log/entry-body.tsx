import type { OperationLogEntry } from "@dailies/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { formatExact } from "../../ui/format.ts";
import { Mono } from "../../ui/mono.tsx";
import { ChangeTable } from "./change-table.tsx";
import { factsOf, momentOfEntry } from "./entry.rules.ts";
import { EntryResult } from "./entry-result.tsx";
import { EntryTarget } from "./entry-target.tsx";
import styles from "./history.module.css";
import { useOperationWords } from "./operations.ts";

/** An audit log entry: its details, its changes, and its hash chain fields. */
export const EntryBody = ({ entry }: { entry: OperationLogEntry }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.entry}>
      {entry.source === "client" ? <p className={styles.claim}>{t("history.claimedHint")}</p> : null}
      {entry.result === "ok" || entry.source === "client" ? null : (
        <p className={styles.claim}>{t(`history.${entry.result}Hint`)}</p>
      )}
      <Summary entry={entry} />
      <Part title={t("history.entry.change")}>
        <ChangeTable meta={entry.meta} />
      </Part>
      <Facts entry={entry} />
      <Proof entry={entry} />
    </div>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h3 className={styles.partTitle}>{title}</h3>
    {children}
  </section>
);

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const Summary = ({ entry }: { entry: OperationLogEntry }) => {
  const { t, i18n } = useTranslation();
  const { words } = useOperationWords();
  const { target, reason } = entry.meta;
  return (
    <dl className={styles.facts}>
      <Line label={t("history.columns.operation")}>
        {words(entry.op_type)} <Mono value={entry.op_type} />
      </Line>
      <Line label={t("history.columns.result")}>
        <EntryResult entry={entry} />
      </Line>
      <Line label={t("history.columns.actor")}>{entry.user_name}</Line>
      <Line label={t("history.columns.time", { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}>
        {formatExact(new Date(momentOfEntry(entry)), i18n.language)}
      </Line>
      <Line label={t("history.columns.target")}>
        <span className={styles.target}>
          <EntryTarget entry={entry} isWhole />
          {ADDRESS.test(target) ? (
            <Link to={`${PATHS.platformUser}?user=${encodeURIComponent(target)}`}>{t("history.entry.openUser")}</Link>
          ) : null}
        </span>
      </Line>
      <Line label={t("history.columns.reason")}>{reason || "–"}</Line>
    </dl>
  );
};

const Facts = ({ entry }: { entry: OperationLogEntry }) => {
  const { t } = useTranslation();
  const facts = factsOf(entry.meta);
  if (facts.length === 0) return null;
  return (
    <Part title={t("history.entry.facts")}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <Line key={name} label={name}>
            {value}
          </Line>
        ))}
      </dl>
    </Part>
  );
};

const Proof = ({ entry }: { entry: OperationLogEntry }) => {
  const { t } = useTranslation();
  const before = entry.seq - 1;
  return (
    <Part title={t("history.entry.proof")}>
      <dl className={styles.facts}>
        <Line label={t("history.entry.requestLabel")}>
          <Mono value={entry.meta.request_id} copyAs={t("history.entry.requestId")} />
        </Line>
        <Line label={t("history.entry.hashLabel")}>
          <Mono value={entry.hash} copyAs={t("history.entry.hash")} />
        </Line>
        <Line label={before === 0 ? t("history.entry.first") : t("history.entry.previousHashLabel", { seq: before })}>
          <Mono value={entry.prev_hash} copyAs={t("history.entry.previousHash")} />
        </Line>
      </dl>
    </Part>
  );
};
