import type { PerformerTaskDetail } from "@dailies/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration, formatNumber } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { waitMs, workMs } from "./call.rules.ts";
import styles from "./calls.module.css";
import { useCallFacts } from "./use-call-facts.ts";

type Fact = [name: string, value: ReactNode];

/** The details of a job; values that were not measured are omitted. */
export const CallFacts = ({ call }: { call: PerformerTaskDetail }) => {
  const facts = useFacts(call).filter(([, value]) => value !== null && value !== undefined);
  return (
    <dl className={styles.pairs}>
      {facts.map(([name, value]) => (
        <FactPair key={name} name={name} value={value} />
      ))}
    </dl>
  );
};

const FactPair = ({ name, value }: { name: string; value: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);

const useFacts = (call: PerformerTaskDetail): Fact[] => {
  const { t, i18n } = useTranslation();
  const { cost, delivered } = useCallFacts(call);
  const mono = (value: string | number | null, copyAs: string) =>
    value === null ? null : <Mono value={String(value)} copyAs={copyAs} />;
  const time = (ms: number | undefined) => (ms === undefined ? null : formatDuration(ms));
  const performer = [call.performer_name, call.performer_version].filter(Boolean).join(" · ");
  const basis = call.cost ? t(`performers.basis.${call.cost.basis}`) : "";
  return [
    [t("performers.performer"), performer],
    [t("performers.seedRequested"), mono(call.seed_requested, t("performers.seed").toLowerCase())],
    [t("performers.seedUsed"), mono(call.seed_used, t("performers.seed").toLowerCase())],
    [t("performers.came"), delivered],
    [t("performers.waited"), time(waitMs(call))],
    [t("performers.worked"), time(workMs(call))],
    [t("performers.cost"), cost && `${cost} · ${basis}`],
    ...Object.entries(call.metrics ?? {}).map(([name, value]): Fact => [name, formatNumber(value, i18n.language)]),
    [t("performers.rawStatus"), mono(call.raw_status, t("performers.rawStatus").toLowerCase())],
    [t("performers.externalId"), mono(call.external_id, t("performers.externalId").toLowerCase())],
    [t("performers.requestHash"), <Mono key="hash" value={call.request_hash} shownCharacters={16} copyAs="hash" />],
    [t("performers.requestedBy"), call.requested_by],
    [t("performers.queuedAtTime"), <Time key="at" at={call.queued_at} />],
  ];
};
