import { Button } from "antd";
import { useTranslation } from "react-i18next";
import type { SliceWalk } from "../../../shared/use-slice-walk.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Progress } from "../../../ui/feedback/progress.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import styles from "../tools.module.css";
import { UserLink } from "../user-link.tsx";
import { Card } from "./card.tsx";
import { type LedgerFound, useLedgerWalk } from "./use-ledger-walk.ts";

/** Checks that every balance equals the sum of its movements. */
export const LedgerCard = () => {
  const { t } = useTranslation();
  const { walk, check, goOn, stop } = useLedgerWalk();
  const isWalking = walk?.state === "walking";
  const isHalfWay = (walk?.state === "stopped" || walk?.state === "failed") && walk.found.checkedTo > 0;
  return (
    <Card
      title={t("tools.ledger.title")}
      about={t("tools.ledger.about")}
      action={
        <span className={styles.actions}>
          {isHalfWay ? <Button onClick={() => goOn(walk.found)}>{t("tools.ledger.goOn")}</Button> : null}
          <Button disabled={isWalking} onClick={check}>
            {t(walk ? "tools.ledger.again" : "tools.ledger.check")}
          </Button>
        </span>
      }
    >
      {walk && isWalking ? <WalkProgress walk={walk} onStop={stop} /> : null}
      {walk?.state === "failed" ? <ErrorPanel isCompact title={t("tools.ledger.failed")} error={walk.error} /> : null}
      {walk ? <Finding walk={walk} /> : null}
    </Card>
  );
};

const WalkProgress = ({ walk, onStop }: { walk: SliceWalk<LedgerFound>; onStop: () => void }) => {
  const { t } = useTranslation();
  const { found, elapsedMs } = walk;
  return (
    <Progress
      label={t("tools.ledger.walking")}
      done={found.accounts}
      ratePerSecond={elapsedMs > 0 ? (found.accounts * 1000) / elapsedMs : undefined}
      onCancel={onStop}
    />
  );
};

const Finding = ({ walk: { state, found } }: { walk: SliceWalk<LedgerFound> }) => {
  const { t, i18n } = useTranslation();
  const accounts = formatCount(found.accounts, i18n.language);
  const words = { count: found.accounts, accounts };
  const { faults } = found;
  if (faults.length > 0)
    return (
      <>
        <div role="status">
          <StatusTag tone="error">{t("tools.ledger.faults", { count: faults.length, accounts })}</StatusTag>
        </div>
        <ul className={styles.faults} aria-label={t("tools.ledger.faultList")}>
          {faults.map(({ user_email: email, what }) => (
            <li key={`${email} ${what}`}>
              <UserLink email={email} />
              <span>{what}</span>
            </li>
          ))}
        </ul>
      </>
    );
  if (state === "done")
    return (
      <div role="status">
        <StatusTag tone="success">{t("tools.ledger.sound", words)}</StatusTag>
      </div>
    );
  if (state !== "stopped") return null;
  return (
    <div role="status">
      <StatusTag tone="warning">{t("tools.ledger.stopped", words)}</StatusTag>
    </div>
  );
};
