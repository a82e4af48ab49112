import { CaretRightOutlined, ClearOutlined, DownOutlined, PauseOutlined, UpOutlined } from "@ant-design/icons";
import { hasEnded, isOnItsWay, type UploadItem } from "@dailies/uploader/upload-item";
import { useQueryClient } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { uploads, useUploadItems } from "../../../shared/uploads/upload-store.ts";
import { useLeaveWarning } from "../../../shared/uploads/use-leave-warning.ts";
import { formatBytes, formatCount, formatDuration } from "../../../ui/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { UploadRow } from "./upload-row.tsx";
import styles from "./uploads.module.css";

const ROW_PX = 56;
const SHOWN_ROWS = 5;
const RENEW_MS = 600;

/** Sort order: needs attention first, then in progress, then finished. */
const RANKS: Record<UploadItem["phase"], number> = {
  failed: 0,
  sending: 1,
  hashing: 2,
  checking: 3,
  waiting: 4,
  ready: 5,
  cancelled: 6,
};

/** The list of uploads, shown on every screen until the user clears it. */
export const UploadPanel = () => {
  const { t } = useTranslation();
  const items = useUploadItems();
  const [isFolded, setIsFolded] = useState(false);
  useLeaveWarning(items.some(isOnItsWay));
  useRenewal(items);
  const sorted = useMemo(() => items.toSorted((one, other) => RANKS[one.phase] - RANKS[other.phase]), [items]);
  if (items.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={t("assets.upload.panel")}>
      <PanelHead items={items} isFolded={isFolded} onFold={() => setIsFolded(!isFolded)} />
      {isFolded ? null : <UploadList items={sorted} />}
    </section>
  );
};

interface PanelHeadProps {
  items: readonly UploadItem[];
  isFolded: boolean;
  onFold: () => void;
}

const PanelHead = ({ items, isFolded, onFold }: PanelHeadProps) => {
  const { t } = useTranslation();
  const moving = items.filter((item) => isOnItsWay(item));
  const areAllPaused = moving.length > 0 && moving.every(({ isPaused }) => isPaused);
  const hasAllEnded = items.every(hasEnded);
  const turn = (): void => {
    for (const { id } of moving) {
      if (areAllPaused) uploads.resume(id);
      else uploads.pause(id);
    }
  };
  return (
    <header className={styles.head}>
      <PanelWords items={items} />
      {moving.length > 0 ? (
        <IconButton
          size="small"
          name={t(areAllPaused ? "assets.upload.resumeAll" : "assets.upload.pauseAll")}
          icon={areAllPaused ? <CaretRightOutlined aria-hidden="true" /> : <PauseOutlined aria-hidden="true" />}
          onClick={turn}
        />
      ) : null}
      {moving.length > 0 ? (
        <button type="button" className={styles.textButton} onClick={() => cancelAll(moving)}>
          {t("assets.upload.cancelAll")}
        </button>
      ) : null}
      {items.some(hasEnded) ? (
        <IconButton
          size="small"
          name={t(hasAllEnded ? "assets.upload.close" : "assets.upload.clear")}
          icon={<ClearOutlined aria-hidden="true" />}
          onClick={uploads.clearEnded}
        />
      ) : null}
      <IconButton
        size="small"
        name={t(isFolded ? "assets.upload.unfold" : "assets.upload.fold")}
        icon={isFolded ? <UpOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />}
        onClick={onFold}
      />
    </header>
  );
};

const cancelAll = (items: readonly UploadItem[]): void => {
  for (const { id } of items) void uploads.cancel(id);
};

const PanelWords = ({ items }: { items: readonly UploadItem[] }) => {
  const { t, i18n } = useTranslation();
  const { files, finished, failed, bytesPerSecond, leftMs } = uploads.totals();
  const count = (value: number): string => formatCount(value, i18n.language);
  const isMoving = items.some((item) => isOnItsWay(item) && !item.isPaused);
  const facts = [
    failed > 0 ? t("assets.upload.failedCount", { count: failed, shown: count(failed) }) : undefined,
    isMoving && bytesPerSecond > 0
      ? t("assets.upload.rate", { rate: formatBytes(bytesPerSecond, i18n.language) })
      : undefined,
    isMoving && leftMs ? t("ui.progress.left", { time: formatDuration(leftMs) }) : undefined,
  ].filter((fact) => fact !== undefined);
  return (
    <div className={styles.words}>
      <h2 className={styles.title} aria-live="polite">
        {t("assets.upload.title", { done: count(finished), total: count(files) })}
      </h2>
      <p className={styles.facts}>{facts.join(" · ")}</p>
    </div>
  );
};

const UploadList = ({ items }: { items: readonly UploadItem[] }) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 3,
    initialRect: { width: 420, height: ROW_PX * SHOWN_ROWS },
  });
  const { t } = useTranslation();
  return (
    <section
      ref={scroller}
      className={styles.scroller}
      style={{ height: ROW_PX * Math.min(SHOWN_ROWS, items.length) }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard.
      tabIndex={0}
      aria-label={t("assets.upload.list")}
    >
      <ul className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return item ? <UploadRow key={item.id} item={item} topPx={start} /> : null;
        })}
      </ul>
    </section>
  );
};

/** Invalidates the asset lists when uploads finish or become ready, once for many files. */
const useRenewal = (items: readonly UploadItem[]): void => {
  const cache = useQueryClient();
  const arrived = items.filter(({ phase }) => phase === "checking").length;
  const settled = items.filter(({ phase }) => phase === "ready" || phase === "failed").length;
  const seen = `${arrived}/${settled}`;
  useEffect(() => {
    if (seen === "0/0") return undefined;
    const timer = setTimeout(() => void cache.invalidateQueries({ queryKey: ["assets"] }), RENEW_MS);
    return () => clearTimeout(timer);
  }, [cache, seen]);
};
