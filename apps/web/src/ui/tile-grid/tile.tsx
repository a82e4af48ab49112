import type { ReactNode } from "react";
import type { TilePosition } from "./tile-grid.tsx";

interface TileProps extends TilePosition {
  isSelected: boolean;
  isOpen: boolean;
  isDraggable?: boolean;
  className: string | undefined;
  children: ReactNode;
}

/** One cell of a tile grid. The grid listens for its events and reads the index from here. */
export const Tile = ({ id, index, column, isActive, isSelected, isOpen, isDraggable, ...rest }: TileProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and uses aria-activedescendant.
  // biome-ignore lint/a11y/useSemanticElements: tiles are positioned absolutely, which a table does not allow.
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

/** The checkbox of a tile, shown on hover, on the active tile and while checked. The grid handles its click. */
export const TileCheck = ({ isChecked, label }: { isChecked: boolean; label: string }) => (
  <label className="ds-tile-check">
    <input type="checkbox" tabIndex={-1} checked={isChecked} readOnly aria-label={label} />
  </label>
);
