import { DownloadOutlined, PauseOutlined, PlayCircleOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { downloadText } from "../../../lib/download-text.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { jobLogQuery } from "../clusters.queries.ts";
import { type LogPart, parseAnsi, plainTextOf } from "./ansi.ts";
import styles from "./log.module.css";

interface LogViewProps {
  jobId: string;
  /** Names the file of the download. */
  jobKey: string;
}

/** The kept end of a log, with its age: it is renewed while the job runs, unless paused. */
export const LogView = ({ jobId, jobKey }: LogViewProps) => {
  const { t } = useTranslation();
  const [isPaused, setIsPaused] = useState(false);
  const [words, setWords] = useState("");
  const log = useQuery(jobLogQuery(jobId, isPaused));
  const lines = useMemo(() => (log.data ? parseAnsi(log.data.text) : []), [log.data]);
  if (log.isPending) return <Skeleton rows={6} />;
  if (log.error && !log.data) return <ErrorPanel error={log.error} onRetry={() => void log.refetch()} />;
  if (!log.data || log.data.read_at === null) return <p className={styles.quiet}>{t("clusters.log.none")}</p>;
  const { is_final: isFinal, is_truncated: isTruncated, read_at: readAt } = log.data;
  const download = (): void => {
    const text = lines.map(plainTextOf).join("\n");
    downloadText(`${jobKey.replaceAll(/[^\w.-]+/g, "_")}.log`, `${text}\n`, "text/plain");
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
            onClick={() => setIsPaused(!isPaused)}
          >
            {isPaused ? t("clusters.log.resume") : t("clusters.log.pause")}
          </Button>
        )}
        <Button size="small" icon={<DownloadOutlined aria-hidden="true" />} onClick={download}>
          {t("clusters.log.download")}
        </Button>
        <span className={styles.age}>
          {isFinal ? t("clusters.log.final") : t("clusters.log.read")} <Time at={readAt} />
        </span>
      </div>
      {isTruncated ? <p className={styles.quiet}>{t("clusters.log.truncated")}</p> : null}
      <LogLines lines={lines} words={words} isFollowing={!isPaused && !isFinal} />
    </section>
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
