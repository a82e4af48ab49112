import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import type { VerifyFault } from "./use-shard-fault.ts";
import styles from "./verify.module.css";

interface VerifyFaultsProps {
  faults: readonly VerifyFault[];
  total: number;
  onGo: (index: number) => void;
}

/** A longer list would not be read; the rest is loaded on demand. */
const SHOWN = 200;

/** The faults, each with links to the sample and to the last good one before it. */
export const VerifyFaults = ({ faults, total, onGo }: VerifyFaultsProps) => {
  const { t, i18n } = useTranslation();
  if (faults.length === 0) return null;
  const count = (value: number): string => formatCount(value, i18n.language);
  const shown = faults.slice(0, SHOWN);
  return (
    <>
      <ul className={styles.faults} aria-label={t("viewer.verify.faultList")}>
        {shown.map((fault, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a shard may have two identical faults; their order is stable.
          <li key={place} className={styles.fault}>
            <p className={`${styles.faultHead} ds-number`}>
              <strong>{t(`viewer.verify.kinds.${fault.kind}`)}</strong>
              <span>{t("viewer.verify.shard", { shard: count(fault.shard) })}</span>
            </p>
            <p className={styles.message}>{fault.message}</p>
            <p className={styles.ways}>
              <SampleLink index={fault.sample} word="viewer.verify.goSample" onGo={onGo} />
              <SampleLink index={fault.last_good_sample} word="viewer.verify.goLastGood" onGo={onGo} />
            </p>
          </li>
        ))}
      </ul>
      {total > shown.length ? (
        <p className={styles.quiet}>{t("viewer.verify.more", { shown: count(shown.length), total: count(total) })}</p>
      ) : null}
    </>
  );
};

interface SampleLinkProps {
  index: number | null;
  word: "viewer.verify.goSample" | "viewer.verify.goLastGood";
  onGo: (index: number) => void;
}

const SampleLink = ({ index, word, onGo }: SampleLinkProps) => {
  const { t, i18n } = useTranslation();
  if (index === null) return null;
  return (
    <Button type="link" size="small" onClick={() => onGo(index)}>
      {t(word, { index: formatCount(index, i18n.language) })}
    </Button>
  );
};
