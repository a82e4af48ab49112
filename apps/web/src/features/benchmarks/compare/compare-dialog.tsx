import type { BenchmarkDetail } from "@dailies/contract";
import { useQueries } from "@tanstack/react-query";
import { Modal } from "antd";
import { useTranslation } from "react-i18next";
import { LazySyncedPlayer } from "../../../shared/synced-player/lazy-synced-player.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import styles from "../benchmarks.module.css";
import { cellQuery } from "../benchmarks.queries.ts";
import { type CellAddress, isInside, writeAddress } from "../cell-address.ts";
import { nameOfColumn } from "../grid/column-head.tsx";
import { useCellWords } from "../use-cell-words.ts";

interface CompareDialogProps {
  task: BenchmarkDetail;
  cells: readonly CellAddress[];
  onClose: () => void;
}

/** Plays two to four clips in sync, full screen. */
export const CompareDialog = ({ task, cells, onClose }: CompareDialogProps) => {
  const { t } = useTranslation();
  return (
    <Modal
      open
      title={t("benchmarks.compare.title")}
      width="100vw"
      footer={null}
      classNames={{ container: styles.playerDialog ?? "" }}
      styles={{ root: { padding: 0 } }}
      style={{ top: 0, maxWidth: "100vw", padding: 0 }}
      closable={{ "aria-label": t("ui.close") }}
      onCancel={onClose}
    >
      <CompareBody task={task} cells={cells} />
    </Modal>
  );
};

const CompareBody = ({ task, cells }: Omit<CompareDialogProps, "onClose">) => {
  const { t } = useTranslation();
  const words = useClipWords(task);
  const cellWords = useCellWords();
  const size = { rows: task.rows, columns: task.columns_list.length, samples: task.samples_per_cell };
  const inside = cells.filter((cell) => isInside(cell, size));
  const found = useQueries({ queries: inside.map((cell) => cellQuery(task.id, cell)) });
  const failed = found.find(({ error, data }) => error && !data);
  if (failed) {
    return (
      <ErrorPanel title={t("benchmarks.compare.failed")} error={failed.error} onRetry={() => void failed.refetch()} />
    );
  }
  if (found.some(({ isPending }) => isPending)) return <Skeleton rows={8} />;
  const looked = found.flatMap(({ data }) => (data ? [data.cell] : []));
  const clips = looked.flatMap((cell) => {
    if (!cell.clip) return [];
    const { media_url, poster, probe } = cell.clip;
    return [
      {
        id: writeAddress(cell),
        title: words.title(cell),
        subtitle: words.subtitle(cell, cell.seed_used),
        media_url,
        poster,
        warnings: cell.warnings.map(cellWords.warning),
        ...(probe?.fps && { fps: probe.fps }),
        ...(probe?.duration && { duration: probe.duration }),
      },
    ];
  });
  const missing = looked.filter(({ clip }) => clip === null);
  return (
    <>
      {missing.map((cell) => (
        <p key={writeAddress(cell)} className={styles.warning}>
          {t("benchmarks.compare.missing", { name: `${words.title(cell)}, ${words.subtitle(cell, null)}` })}
        </p>
      ))}
      {clips.length < 2 ? (
        <p className={styles.lead}>{t("benchmarks.compare.needClips")}</p>
      ) : (
        <LazySyncedPlayer clips={clips} />
      )}
    </>
  );
};

const useClipWords = (task: BenchmarkDetail) => {
  const { t } = useTranslation();
  return {
    title: ({ col }: CellAddress): string => {
      const column = task.columns_list[col];
      return column ? nameOfColumn(column) : "";
    },
    subtitle: ({ row, sample }: CellAddress, seed: number | null): string =>
      [
        t("benchmarks.rows.number", { row: row + 1 }),
        ...(task.samples_per_cell > 1 ? [t("benchmarks.cell.sample", { sample: sample + 1 })] : []),
        ...(seed === null ? [] : [t("benchmarks.cell.seed", { seed })]),
      ].join(", "),
  };
};
