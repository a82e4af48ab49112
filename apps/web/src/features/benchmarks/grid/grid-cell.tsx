// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and uses aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: cells are positioned absolutely, which a table does not allow.
import type { GridCell } from "@dailies/contract";
import { memo } from "react";
import { writeAddress } from "../cell-address.ts";
import { useGridWords } from "../use-cell-words.ts";
import styles from "./cell.module.css";
import { CellFacts, SampleFacts } from "./cell-facts.tsx";
import { CellTile } from "./cell-tile.tsx";
import { useCellsAt } from "./use-grid-store.ts";

interface CellViewProps {
  id: string;
  row: number;
  col: number;
  samples: number;
  leftPx: number;
  column: string;
  /** The sample under the cursor, and the one that plays; -1 for none. */
  activeSample: number;
  playingSample: number;
  /** The samples selected for comparison, as "0 2": a string, so that memo compares it by value. */
  compared: string;
}

/** One cell of the grid. The grid handles clicks and keys, and reads the cell address from here. */
export const CellView = memo((props: CellViewProps) => {
  const { id, row, col, samples, leftPx, activeSample } = props;
  const cells = useCellsAt(row, col);
  const label = useLabel(props, cells);
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={col + 2}
      aria-selected={activeSample >= 0}
      aria-busy={cells === undefined || undefined}
      className={styles.cell}
      style={{ transform: `translateX(${leftPx}px)` }}
    >
      {/* Screen readers get one complete label; the drawing is for sighted users. */}
      <span className="ds-visually-hidden">{label}</span>
      <div aria-hidden="true">
        {cells === undefined ? <EmptyCell row={row} col={col} /> : <Body {...props} cells={cells} />}
        {cells === undefined || samples > 1 ? null : <CellFacts cell={cells[0]} />}
        {cells === undefined || samples === 1 ? null : <SampleFacts cells={cells} samples={samples} />}
      </div>
    </div>
  );
});

const useLabel = ({ column, row, samples, activeSample }: CellViewProps, cells: readonly GridCell[] | undefined) => {
  const { t, whole } = useGridWords();
  const at = Math.max(0, activeSample);
  const cell = cells?.find(({ sample }) => sample === at);
  const state = cell ? whole(cell) : t("benchmarks.cell.status.Waiting");
  const name = t("benchmarks.cell.name", { row: row + 1, column });
  return samples > 1 ? `${name}, ${t("benchmarks.cell.sample", { sample: at + 1 })}: ${state}` : `${name}: ${state}`;
};

const EmptyCell = ({ row, col }: { row: number; col: number }) => (
  <div className={styles.tile} data-cell={writeAddress({ row, col, sample: 0 })} />
);

const columnsFor = (samples: number): number => Math.ceil(Math.sqrt(samples));

const Body = (props: CellViewProps & { cells: readonly GridCell[] }) => {
  const { row, col, samples, activeSample, playingSample, compared, cells } = props;
  const gathered = compared === "" ? [] : compared.split(" ");
  return (
    <div className={styles.samples} style={{ gridTemplateColumns: `repeat(${columnsFor(samples)}, minmax(0, 1fr))` }}>
      {Array.from({ length: samples }, (_, sample) => (
        <CellTile
          // biome-ignore lint/suspicious/noArrayIndexKey: a sample is identified by its index.
          key={sample}
          address={{ row, col, sample }}
          cell={cells.find((each) => each.sample === sample)}
          isActive={sample === activeSample}
          isPlaying={sample === playingSample}
          isCompared={gathered.includes(String(sample))}
          isSmall={samples > 1}
        />
      ))}
    </div>
  );
};
