import { type DragEvent, type FocusEvent, Fragment, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import "./tile-grid.css";
import type { TileGridState } from "./use-tile-grid.ts";

/** Passed by the grid to each tile. */
export interface TilePosition {
  id: string;
  index: number;
  column: number;
  isActive: boolean;
}

interface TileGridProps {
  grid: TileGridState;
  label: string;
  onKeyDown: (event: KeyboardEvent) => void;
  onClick: (event: MouseEvent) => void;
  onDragStart?: (event: DragEvent) => void;
  children: (tile: TilePosition) => ReactNode;
}

/** A virtualized grid of tiles, with one set of delegated listeners. */
export const TileGrid = ({ grid, label, children, ...listeners }: TileGridProps) => {
  const { id, scroller, count, columns, rows, heightPx, active, goTo, gapPx } = grid;
  const onFocus = (event: FocusEvent): void => {
    if (event.target === event.currentTarget && active < 0 && count > 0) goTo(0);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: tiles are positioned absolutely, which a table does not allow.
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={Math.ceil(count / columns)}
      aria-colcount={columns}
      aria-multiselectable="true"
      aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
      className="ds-tile-grid"
      onFocus={onFocus}
      {...listeners}
    >
      <div role="presentation" className="ds-tile-canvas" style={{ height: heightPx }}>
        {rows.map((row) => (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus.
          <div
            key={row.index}
            role="row"
            aria-rowindex={row.index + 1}
            className="ds-tile-row"
            style={{
              gap: gapPx,
              transform: `translateY(${row.start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {tilesOf(row.index, columns, count).map((index) => (
              <Fragment key={index}>
                {children({ id: `${id}-${index}`, index, column: index % columns, isActive: index === active })}
              </Fragment>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
};

const tilesOf = (row: number, columns: number, count: number): number[] =>
  Array.from({ length: Math.max(0, Math.min(columns, count - row * columns)) }, (_, at) => row * columns + at);
