import { DownloadOutlined, PauseOutlined, PlayCircleOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { downloadText } from "../../../lib/download-text.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { jobLogQuery } from "../clusters.queries.ts";
import { type LogPart, parseAnsi, plainTextOf } from "./ansi.ts";
import styles from "./log.module.css";
import { type ShownLog, shownLog, useLiveLog } from "./use-live-log.ts";

interface LogViewProps {
  jobId: string;
  /** Names the file of the download. */
  jobKey: string;
  /** Then its lines are followed as they come. */
  isRunning: boolean;
}

/**
 * The end of a log. While the job runs its lines come through the server as they are written, unless paused; otherwise, and
 * where they cannot be followed, it is the kept end with its age.
 */
export const LogView = ({ jobId, jobKey, isRunning }: LogViewProps) => {
  const { t } = useTranslation();
  const [isPaused, setIsPaused] = useState(false);
  const live = useLiveLog(jobId, isRunning && !isPaused);
  const log = useQuery(jobLogQuery(jobId, isPaused || live.isOpen));
  if (log.isPending) return <Skeleton rows={6} />;
  if (log.error && !log.data) return <ErrorPanel error={log.error} onRetry={() => void log.refetch()} />;
  const shown = shownLog(live, log.data, isRunning);
  if (!shown) return <p className={styles.quiet}>{t("clusters.log.none")}</p>;
  return <LogPanel shown={shown} jobKey={jobKey} isPaused={isPaused} onPause={setIsPaused} />;
};

interface LogPanelProps {
  shown: ShownLog;
  jobKey: string;
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
}

const LogPanel = ({ shown, jobKey, isPaused, onPause }: LogPanelProps) => {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const { text, isFinal } = shown;
  const lines = useMemo(() => parseAnsi(text), [text]);
  const download = (): void => {
    const plain = lines.map(plainTextOf).join("\n");
    downloadText(`${jobKey.replaceAll(/[^\w.-]+/g, "_")}.log`, `${plain}\n`, "text/plain");
  };
  return (
    <section className={styles.log} aria-label={t("clusters.log.title")}>
      <div className={styles.bar}>
        <Input
          className={styles.search}
          size="small"
          allowClear
          value={words}
          aria-label={t("clusters.log.search")}
          placeholder={t("clusters.log.search")}
          onChange={(event) => setWords(event.target.value)}
        />
        {isFinal ? null : (
          <Button
            size="small"
            aria-pressed={isPaused}
            icon={isPaused ? <PlayCircleOutlined aria-hidden="true" /> : <PauseOutlined aria-hidden="true" />}
            onClick={() => onPause(!isPaused)}
          >
            {isPaused ? t("clusters.log.resume") : t("clusters.log.pause")}
          </Button>
        )}
        <Button size="small" icon={<DownloadOutlined aria-hidden="true" />} onClick={download}>
          {t("clusters.log.download")}
        </Button>
        <LogAge shown={shown} />
      </div>
      {shown.fault === undefined ? null : <p className={styles.quiet}>{t(`clusters.fault.${shown.fault}`)}</p>}
      {shown.isTruncated ? <p className={styles.quiet}>{t("clusters.log.truncated")}</p> : null}
      <LogLines lines={lines} words={words} isFollowing={!isPaused && !isFinal} />
    </section>
  );
};

const LogAge = ({ shown: { isLive, readAt, isFinal } }: { shown: ShownLog }) => {
  const { t } = useTranslation();
  if (isLive) return <StatusTag tone="info">{t("clusters.log.live")}</StatusTag>;
  return (
    <span className={styles.age}>
      {readAt === null ? (
        t("clusters.log.still")
      ) : (
        <>
          {isFinal ? t("clusters.log.final") : t("clusters.log.read")} <Time at={readAt} />
        </>
      )}
    </span>
  );
};

interface LogLinesProps {
  lines: readonly (readonly LogPart[])[];
  words: string;
  isFollowing: boolean;
}

const LogLines = ({ lines, words, isFollowing }: LogLinesProps) => {
  const { t, i18n } = useTranslation();
  const wanted = words.trim().toLowerCase();
  const numbered = lines.map((parts, index) => ({ parts, number: index + 1 }));
  const shown =
    wanted === "" ? numbered : numbered.filter(({ parts }) => plainTextOf(parts).toLowerCase().includes(wanted));
  const box = useFollowedEnd(isFollowing && wanted === "", lines);
  return (
    <>
      {wanted === "" ? null : (
        <p role="status" className={styles.quiet}>
          {t("clusters.log.found", { count: shown.length, shown: formatCount(shown.length, i18n.language) })}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <div ref={box} className={styles.lines} role="log" aria-label={t("clusters.log.lines")} tabIndex={0}>
        {shown.map(({ parts, number }) => (
          <div key={number} className={styles.line}>
            {parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no other identity.
              <span key={index} data-color={part.color} data-bold={part.isBold || undefined}>
                {part.text}
              </span>
            ))}
          </div>
        ))}
      </div>
    </>
  );
};

/** Stays at the end while new lines come, unless the reader has scrolled up. */
const useFollowedEnd = (isFollowing: boolean, lines: unknown) => {
  const box = useRef<HTMLDivElement>(null);
  const wasAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const note = (): void => {
      wasAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 24;
    };
    element.addEventListener("scroll", note, { passive: true });
    return () => element.removeEventListener("scroll", note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when lines came.
  useEffect(() => {
    if (isFollowing && wasAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [isFollowing, lines]);
  return box;
};
