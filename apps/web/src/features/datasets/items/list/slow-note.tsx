import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./list.module.css";

const SLOW_S = 2;

const useSecondsOf = (isRunning: boolean): number => {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (!isRunning) return undefined;
    const timer = setInterval(() => setSeconds((now) => now + 1), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return seconds;
};

interface SlowNoteProps {
  isRunning: boolean;
  /** The key of the query to cancel. */
  queryKey: readonly unknown[];
}

/** Says that a query takes long and offers to cancel it; the server aborts when the client disconnects. */
export const SlowNote = ({ isRunning, queryKey }: SlowNoteProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const seconds = useSecondsOf(isRunning);
  if (!isRunning || seconds < SLOW_S) return null;
  return (
    <div className={styles.slow} role="status">
      <span className="ds-number">{t("datasetItems.slow.words", { seconds })}</span>
      <Button size="small" onClick={() => void client.cancelQueries({ queryKey })}>
        {t("datasetItems.slow.stop")}
      </Button>
    </div>
  );
};
