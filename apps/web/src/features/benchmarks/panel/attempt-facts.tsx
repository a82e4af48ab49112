import type { AttemptItem } from "@dailies/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatMicros } from "../../../shared/money.ts";
import { formatDecimal, formatDuration } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { useCellWords } from "../use-cell-words.ts";
import styles from "./panel.module.css";

interface FactProps {
  label: string;
  children: ReactNode;
}

export const Fact = ({ label, children }: FactProps) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd className="ds-number">{children}</dd>
  </div>
);

const betweenMs = (from: string | null, to: string | null): number | undefined =>
  from && to ? Math.max(0, Date.parse(to) - Date.parse(from)) : undefined;

/** Summary of an attempt: its error, deviations from the request, seed, time and cost. */
export const AttemptFacts = ({ attempt }: { attempt: AttemptItem }) => {
  const { t } = useTranslation();
  const words = useCellWords();
  const { error, warnings, raw_status, outputs } = attempt;
  const probe = outputs[0]?.probe;
  return (
    <>
      {error ? (
        <p className={styles.error}>
          {error.message} (<code className="ds-mono">{error.code}</code>)
          {error.is_retryable ? ` (${t("benchmarks.panel.retryable")})` : ""}
        </p>
      ) : null}
      {warnings.length > 0 ? (
        <ul className={styles.warnings} aria-label={t("benchmarks.panel.warnings")}>
          {warnings.map((warning) => (
            <li key={warning.field}>{words.warning(warning)}</li>
          ))}
        </ul>
      ) : null}
      <dl className={styles.facts}>
        <Seed attempt={attempt} />
        <Timing attempt={attempt} />
        <Cost attempt={attempt} />
        {probe ? <Fact label={t("benchmarks.panel.media")}>{mediaLine(probe)}</Fact> : null}
        {raw_status ? (
          <Fact label={t("benchmarks.panel.rawStatus")}>
            <Mono value={raw_status} />
          </Fact>
        ) : null}
      </dl>
    </>
  );
};

type Probe = NonNullable<AttemptItem["outputs"][number]["probe"]>;

const mediaLine = ({ width, height, fps, duration, codec }: Probe): string =>
  [
    width && height ? `${width}×${height}` : undefined,
    fps === null ? undefined : `${formatDecimal(fps, Number.isInteger(fps) ? 0 : 2)} fps`,
    duration === null ? undefined : `${formatDecimal(duration, 2)} s`,
    codec ?? undefined,
  ]
    .filter((part) => part !== undefined)
    .join(", ");

const Seed = ({ attempt: { seed_requested, seed_used } }: { attempt: AttemptItem }) => {
  const { t } = useTranslation();
  const shown = seed_used ?? seed_requested;
  if (shown === null) return null;
  const isOther = seed_used !== null && seed_requested !== null && seed_used !== seed_requested;
  return (
    <Fact label={t("benchmarks.panel.seed")}>
      {isOther ? (
        t("benchmarks.panel.seedDiffers", { used: seed_used, asked: seed_requested })
      ) : (
        <Mono value={String(shown)} copyAs={t("benchmarks.panel.seed").toLowerCase()} />
      )}
    </Fact>
  );
};

const Timing = ({ attempt: { queued_at, started_at, finished_at } }: { attempt: AttemptItem }) => {
  const { t } = useTranslation();
  const tookMs = betweenMs(started_at, finished_at);
  const waitedMs = betweenMs(queued_at, started_at);
  if (tookMs === undefined && waitedMs === undefined) return null;
  return (
    <Fact label={t("benchmarks.panel.took")}>
      {[
        ...(tookMs === undefined ? [] : [formatDuration(tookMs)]),
        ...(waitedMs === undefined ? [] : [t("benchmarks.panel.waited", { time: formatDuration(waitedMs) })]),
      ].join(", ")}
    </Fact>
  );
};

const Cost = ({ attempt: { cost } }: { attempt: AttemptItem }) => {
  const { t, i18n } = useTranslation();
  if (!cost) return null;
  return (
    <Fact label={t("benchmarks.panel.cost")}>
      {formatMicros(cost.amount_micros, cost.currency, i18n.language)}{" "}
      <span className={styles.quiet}>{t(`benchmarks.panel.basis.${cost.basis}`)}</span>
    </Fact>
  );
};
