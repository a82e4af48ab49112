import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { StatusTag } from "../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../ui/format.ts";
import styles from "./chain-check.module.css";
import type { ChainFound, ChainHead } from "./use-chain-walk.ts";

interface VerdictProps {
  found: ChainFound;
  head: ChainHead | undefined;
  shownOfHash: number;
}

/** The result of the check. */
export const Verdict = ({ found, head, shownOfHash }: VerdictProps) => (
  <>
    <ChainVerdict found={found} head={head} shownOfHash={shownOfHash} />
    <KnownVerdict found={found} />
  </>
);

const ChainVerdict = ({ found, head, shownOfHash }: VerdictProps) => {
  const { t, i18n } = useTranslation();
  const { brokenSeq, checkedTo, isComplete } = found;
  if (brokenSeq !== undefined) return <BrokenVerdict brokenSeq={brokenSeq} />;
  if (!isComplete) {
    const left = Math.max(0, (found.head?.seq ?? head?.seq ?? checkedTo) - checkedTo);
    return (
      <>
        <StatusTag tone="warning">{t("shared.chain.stopped", { seq: checkedTo })}</StatusTag>
        <span className={styles.hint}>{t("shared.chain.stoppedHint", { left: formatCount(left, i18n.language) })}</span>
      </>
    );
  }
  const newer = (head?.seq ?? 0) - checkedTo;
  const hash = found.head?.hash.slice(0, shownOfHash) ?? "";
  return (
    <>
      <StatusTag tone="success">{t("shared.chain.sound", { seq: checkedTo, hash })}</StatusTag>
      <span className={styles.hint}>
        {newer > 0 ? t("shared.chain.newer", { count: newer }) : t("shared.chain.soundHint")}
      </span>
    </>
  );
};

const BrokenVerdict = ({ brokenSeq }: { brokenSeq: number }) => {
  const { t } = useTranslation();
  const before = brokenSeq - 1;
  const at = (seq: number): string => `${PATHS.platformHistory}?entry=${seq}`;
  return (
    <>
      <StatusTag tone="error">{t("shared.chain.broken", { seq: brokenSeq })}</StatusTag>
      <strong className={styles.broken}>
        {before === 0 ? t("shared.chain.brokenFirst") : t("shared.chain.brokenHint", { seq: brokenSeq, before })}
      </strong>
      <Link to={at(brokenSeq)}>{t("shared.chain.open", { seq: brokenSeq })}</Link>
      {before === 0 ? null : <Link to={at(before)}>{t("shared.chain.open", { seq: before })}</Link>}
    </>
  );
};

const KnownVerdict = ({ found: { known, isKnownSound } }: { found: ChainFound }) => {
  const { t } = useTranslation();
  if (!known || isKnownSound === undefined) return null;
  const { seq } = known;
  if (isKnownSound) return <StatusTag tone="success">{t("shared.chain.knownSound", { seq })}</StatusTag>;
  return (
    <>
      <StatusTag tone="error">{t("shared.chain.knownBroken", { seq })}</StatusTag>
      <strong className={styles.broken}>{t("shared.chain.knownBrokenHint")}</strong>
    </>
  );
};
