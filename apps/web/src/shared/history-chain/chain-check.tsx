import { SafetyCertificateOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Progress } from "../../ui/feedback/progress.tsx";
import { StatusTag } from "../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../ui/format.ts";
import { Mono } from "../../ui/mono.tsx";
import type { SliceWalk } from "../use-slice-walk.ts";
import styles from "./chain-check.module.css";
import { Verdict } from "./chain-verdict.tsx";
import type { ChainFound, ChainHead, useChainWalk } from "./use-chain-walk.ts";

interface ChainCheckProps extends ReturnType<typeof useChainWalk> {
  /** The newest known entry; the chain may have grown since the check. */
  head: ChainHead | undefined;
}

const SHOWN_OF_HASH = 4;

/** Integrity of the audit log: the badge, the check, and its result. */
export const ChainCheck = ({ head: known, walk, verify, stop }: ChainCheckProps) => {
  const { t } = useTranslation();
  const met = walk?.found.head;
  const head = met && met.seq > (known?.seq ?? 0) ? met : known;
  const isWalking = walk?.state === "walking";
  return (
    <section className={styles.check} aria-label={t("shared.chain.region")}>
      <div className={styles.line}>
        <SafetyCertificateOutlined aria-hidden="true" className={styles.seal} />
        <div className={styles.words} role="status">
          <Finding walk={walk} head={head} />
        </div>
        {head === undefined || head.seq === 0 ? null : (
          <span className={styles.head}>
            {t("shared.chain.head", { seq: head.seq })}
            <Mono value={head.hash} shownCharacters={SHOWN_OF_HASH} copyAs={t("shared.chain.hash")} />
          </span>
        )}
        <Buttons walk={walk} verify={verify} isDisabled={isWalking || head?.seq === 0} />
      </div>
      {walk && isWalking ? <WalkProgress walk={walk} head={head} onStop={stop} /> : null}
      {walk?.state === "failed" ? <ErrorPanel isCompact title={t("shared.chain.failed")} error={walk.error} /> : null}
    </section>
  );
};

const Finding = ({ walk, head }: Pick<ChainCheckProps, "walk" | "head">) => {
  const { t } = useTranslation();
  if (head?.seq === 0) return <span className={styles.hint}>{t("shared.chain.empty")}</span>;
  if (walk?.state === "walking")
    return (
      <>
        <StatusTag tone="info">{t("shared.chain.verifying")}</StatusTag>
        <span className={styles.hint}>{t("shared.chain.unverifiedHint")}</span>
      </>
    );
  if (!walk || (walk.state !== "done" && walk.state !== "stopped"))
    return (
      <>
        <StatusTag tone="neutral">{t("shared.chain.unverified")}</StatusTag>
        <span className={styles.hint}>{t("shared.chain.unverifiedHint")}</span>
      </>
    );
  return <Verdict found={walk.found} head={head} shownOfHash={SHOWN_OF_HASH} />;
};

/** A walk that runs or failed at once has verified nothing that could be verified again. */
const hasVerdict = (walk: ChainCheckProps["walk"]): boolean => walk?.state === "done" || walk?.state === "stopped";

interface ButtonsProps {
  walk: ChainCheckProps["walk"];
  verify: ChainCheckProps["verify"];
  isDisabled: boolean;
}

const Buttons = ({ walk, verify, isDisabled }: ButtonsProps) => {
  const { t } = useTranslation();
  const isHalfWay = (walk?.state === "stopped" || walk?.state === "failed") && walk.found.checkedTo > 0;
  return (
    <span className={styles.buttons}>
      {isHalfWay ? (
        <Button onClick={() => verify({ from: walk.found.checkedTo, known: walk.found.known })}>
          {t("shared.chain.goOn", { seq: walk.found.checkedTo })}
        </Button>
      ) : null}
      <Button disabled={isDisabled} onClick={() => verify({ known: walk?.found.known })}>
        {t(hasVerdict(walk) ? "shared.chain.verifyAgain" : "shared.chain.verify")}
      </Button>
    </span>
  );
};

interface WalkProgressProps {
  walk: SliceWalk<ChainFound>;
  head: ChainHead | undefined;
  onStop: () => void;
}

const WalkProgress = ({ walk, head, onStop }: WalkProgressProps) => {
  const { t, i18n } = useTranslation();
  const { found, elapsedMs } = walk;
  const total = found.head?.seq ?? head?.seq;
  const label = t("shared.chain.walking", { total: total === undefined ? "…" : formatCount(total, i18n.language) });
  const ratePerSecond = elapsedMs > 0 ? ((found.checkedTo - found.from) * 1000) / elapsedMs : undefined;
  return (
    <Progress label={label} done={found.checkedTo} total={total} ratePerSecond={ratePerSecond} onCancel={onStop} />
  );
};
