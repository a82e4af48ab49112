import type { Board } from "@dailies/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatDecimal, formatNumber, formatPercent } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import styles from "./board.module.css";

/** Everything needed to verify or recompute the leaderboard. Collapsed by default. */
export const MethodBox = ({ board }: { board: Board }) => {
  const { t } = useTranslation();
  return (
    <details className={styles.method}>
      <summary>{t("leaderboards.method.title")}</summary>
      <p className={styles.reading}>{t(`leaderboards.method.models.${board.method.model}`)}</p>
      <p className={styles.reading}>{t("leaderboards.method.intervals")}</p>
      <MethodFacts board={board} />
    </details>
  );
};

const MethodFacts = ({ board }: { board: Board }) => {
  const { t, i18n } = useTranslation();
  const { method, snapshot } = board;
  const count = (value: number): string => formatCount(value, i18n.language);
  const facts: [string, ReactNode][] = [
    [t("leaderboards.method.template"), t("leaderboards.strip.template", method.template)],
    [t("leaderboards.method.basis"), useBasisWords(board)],
    [t("leaderboards.method.resamples"), count(method.resamples)],
    [t("leaderboards.method.seed"), <Mono key="seed" value={String(method.seed)} />],
    [t("leaderboards.method.ridge"), formatNumber(method.ridge, i18n.language)],
    [t("leaderboards.method.version"), <Mono key="version" value={method.statistics_version} />],
    [t("leaderboards.method.promptSet"), <Hash key="prompts" value={method.prompt_set_hash} />],
    [t("leaderboards.method.inputs"), <Hash key="inputs" value={method.input_hash} />],
    ...(snapshot
      ? [[t("leaderboards.method.snapshot"), <Hash key="snapshot" value={snapshot.hash} />] as [string, ReactNode]]
      : []),
    [t("leaderboards.method.position"), usePositionWords(board)],
    [t("leaderboards.method.self"), useSelfWords(board)],
    [t("leaderboards.method.computed"), <Time key="at" at={method.computed_at} />],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const Hash = ({ value }: { value: string }) => {
  const { t } = useTranslation();
  return <Mono value={value} shownCharacters={16} copyAs={t("leaderboards.method.hash")} />;
};

const useBasisWords = ({ method, raters }: Board): string => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  return t("leaderboards.method.basisOf", {
    votes: count(method.votes),
    prompts: count(method.prompts),
    count: raters,
    raters: count(raters),
  });
};

const POSITION_DIGITS = 2;

const usePositionWords = ({ position }: Board): string => {
  const { t, i18n } = useTranslation();
  if (position === null) return t("leaderboards.method.unknown");
  const number = (value: number): string => formatDecimal(value, POSITION_DIGITS, i18n.language);
  const range = t("leaderboards.board.range", { low: number(position.low), high: number(position.high) });
  return t("leaderboards.method.positionOf", { value: number(position.value), range });
};

const useSelfWords = ({ self_agreement: self }: Board): string => {
  const { t, i18n } = useTranslation();
  if (self === null || self.of === 0) return t("leaderboards.method.unknown");
  return t("leaderboards.method.selfOf", {
    share: formatPercent(self.same / self.of, 0, i18n.language),
    same: formatCount(self.same, i18n.language),
    of: formatCount(self.of, i18n.language),
  });
};
