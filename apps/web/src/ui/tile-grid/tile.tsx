import type { ReactNode } from "react";
import type { TilePosition } from "./tile-grid.tsx";

interface TileProps extends TilePosition {
  isSelected: boolean;
  isOpen: boolean;
  isDraggable?: boolean;
  className: string | undefined;
  children: ReactNode;
}

/** One cell of a tile grid. Its listeners are the grid's, which reads the index from here. */
export const Tile = ({ id, index, column, isActive, isSelected, isOpen, isDraggable, ...rest }: TileProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active tile.
  // biome-ignore lint/a11y/useSemanticElements: the tiles are laid out freely; a table would not let them.
  <div
    id={id}
    role="gridcell"
    aria-colindex={column + 1}
    aria-selected={isSelected}
    data-index={index}
    data-open={isOpen || undefined}
    data-active={isActive || undefined}
    draggable={isDraggable}
    {...rest}
    className={`ds-tile ${rest.className ?? ""}`}
  />
);

/** The box of a tile, shown on hover, on the active tile and once it is ticked. The grid handles its click. */
export const TileCheck = ({ isChecked, label }: { isChecked: boolean; label: string }) => (
  <label className="ds-tile-check">
    <input type="checkbox" tabIndex={-1} checked={isChecked} readOnly aria-label={label} />
  </label>
);
