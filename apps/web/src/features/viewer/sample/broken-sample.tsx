import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { formatCount } from "../../../ui/format.ts";
import { useShardFault } from "../verify/use-shard-fault.ts";
import styles from "./sample.module.css";

interface BrokenSampleProps {
  handle: string;
  index: number;
  shard: number | undefined;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
  onGo: (index: number) => void;
  onVerify: () => void;
}

/** Why a sample cannot be read, where its shard is corrupt if known, and a link to a readable one. */
export const BrokenSample = (props: BrokenSampleProps) => {
  const { handle, index, shard, error, isRetrying, onRetry, onGo, onVerify } = props;
  const { t, i18n } = useTranslation();
  const known = useShardFault(handle, shard);
  const lastGood = known?.last_good_sample ?? null;
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <ErrorPanel
      title={t("viewer.sample.failed", { index: count(index) })}
      error={error}
      isRetrying={isRetrying}
      onRetry={onRetry}
    >
      {known ? <p className={styles.broke}>{known.message}</p> : null}
      <p className={styles.wayOut}>
        {lastGood === null ? null : (
          <Button size="small" type="primary" onClick={() => onGo(lastGood)}>
            {t("viewer.sample.lastGood", { index: count(lastGood) })}
          </Button>
        )}
        {known ? null : (
          <Button size="small" onClick={onVerify}>
            {t("viewer.sample.verifyShard")}
          </Button>
        )}
      </p>
    </ErrorPanel>
  );
};
