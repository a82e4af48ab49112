import { CloseOutlined } from "@ant-design/icons";
import type { BenchmarkDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Clip } from "../../../ui/clip/clip.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { cellQuery } from "../benchmarks.queries.ts";
import type { CellAddress } from "../cell-address.ts";
import { CELL_TONES } from "../grid/cell-status.ts";
import { nameOfColumn } from "../grid/column-head.tsx";
import { useRowAt } from "../grid/use-grid-store.ts";
import { promptOf } from "../prompt-of.ts";
import { useCellWords } from "../use-cell-words.ts";
import { AttemptList } from "./attempt-list.tsx";
import { CellActs, type CellActsProps } from "./cell-acts.tsx";
import styles from "./panel.module.css";

interface CellPanelProps extends Omit<CellActsProps, "cell" | "offers"> {
  task: BenchmarkDetail;
  offers: CellActsProps["offers"];
  onClose: () => void;
}

/** Details of one sample of one cell, next to the grid, so that the user can keep navigating while it is open. */
export const CellPanel = (props: CellPanelProps) => {
  const { task, address, onClose } = props;
  const { t } = useTranslation();
  const column = task.columns_list[address.col];
  const row = useRowAt(address.row);
  return (
    <aside className={styles.panel} aria-label={t("benchmarks.panel.name")}>
      <header className={styles.head}>
        <div className={styles.headWords}>
          <h2 className={styles.title}>
            {t("benchmarks.panel.title", { row: address.row + 1, column: column ? nameOfColumn(column) : "" })}
            {task.samples_per_cell > 1 ? ` · ${t("benchmarks.panel.sample", { sample: address.sample + 1 })}` : ""}
          </h2>
          {row ? <p className={styles.prompt}>{promptOf(row.inputs)}</p> : null}
        </div>
        <IconButton
          size="small"
          name={t("benchmarks.panel.close")}
          icon={<CloseOutlined aria-hidden="true" />}
          onClick={onClose}
        />
      </header>
      <PanelBody {...props} />
    </aside>
  );
};

const PanelBody = (props: CellPanelProps) => {
  const { task, address } = props;
  const { t } = useTranslation();
  const words = useCellWords();
  const isBegun = task.status !== "Init";
  const found = useQuery({ ...cellQuery(task.id, address), enabled: isBegun });
  if (!isBegun) return <p className={styles.quiet}>{t("benchmarks.panel.none")}</p>;
  if (found.error && !found.data) {
    return (
      <ErrorPanel
        title={t("benchmarks.panel.loadFailed")}
        error={found.error}
        isRetrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  }
  if (!found.data) return <Skeleton rows={10} />;
  const { cell, attempts } = found.data;
  return (
    <div className={styles.body}>
      {cell.clip ? (
        <Clip
          key={cell.clip.asset_id}
          name={nameOf(task, address)}
          poster={cell.clip.poster}
          media={cell.clip.media_url}
          durationS={cell.clip.probe?.duration}
        />
      ) : null}
      <div className={styles.line}>
        <StatusTag tone={CELL_TONES[cell.status]}>{words.state(cell)}</StatusTag>
        {cell.excluded_reason ? <span className={styles.quiet}>{cell.excluded_reason}</span> : null}
      </div>
      <CellActs {...props} cell={cell} />
      <section aria-label={t("benchmarks.panel.attempts")}>
        <h3 className={styles.heading}>{t("benchmarks.panel.attempts")}</h3>
        {attempts.length === 0 ? (
          <p className={styles.quiet}>{t("benchmarks.panel.none")}</p>
        ) : (
          <AttemptList
            taskId={task.id}
            address={address}
            cell={cell}
            attempts={attempts}
            canPin={props.offers.canDecide}
          />
        )}
      </section>
    </div>
  );
};

const nameOf = (task: BenchmarkDetail, { row, col }: CellAddress): string => {
  const column = task.columns_list[col];
  return `${row + 1} · ${column ? nameOfColumn(column) : ""}`;
};
