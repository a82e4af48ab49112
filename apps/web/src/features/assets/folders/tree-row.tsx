import { CaretRightOutlined } from "@ant-design/icons";
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { dragKind } from "../library/drag.ts";
import styles from "./folders.module.css";

interface TreeRowProps {
  name: string;
  icon: ReactNode;
  level: number;
  tabIndex: number;
  isChosen: boolean;
  /** Undefined for a row without children. */
  isOpen?: boolean;
  onToggle?: () => void;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onDragStart?: (event: DragEvent) => void;
  onDropOn?: (event: DragEvent) => void;
  actions?: ReactNode;
}

export const TreeRow = (props: TreeRowProps) => {
  const { name, icon, level, tabIndex, isChosen, isOpen, onToggle, onChoose, onKeyDown, onDragStart, actions } = props;
  const drop = useDropTarget(props.onDropOn);
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-expanded={isOpen}
      aria-selected={isChosen}
      aria-label={name}
      tabIndex={tabIndex}
      className={styles.item}
      data-over={drop.isOver || undefined}
      style={{ paddingInlineStart: 6 + (level - 1) * 16 }}
      onClick={onChoose}
      onKeyDown={onKeyDown}
      draggable={onDragStart !== undefined}
      onDragStart={onDragStart}
      {...drop.handlers}
    >
      {isOpen === undefined ? (
        <span className={styles.caret} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: pointer only; the row itself expands with the arrow keys.
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
        <span
          className={styles.caret}
          data-open={isOpen || undefined}
          onClick={(event) => {
            event.stopPropagation();
            onToggle?.();
          }}
        >
          <CaretRightOutlined aria-hidden="true" />
        </span>
      )}
      {icon}
      <span className={styles.itemName} title={name}>
        {name}
      </span>
      {actions}
    </div>
  );
};

const useDropTarget = (onDropOn: ((event: DragEvent) => void) | undefined) => {
  const [isOver, setIsOver] = useState(false);
  if (!onDropOn) return { isOver: false, handlers: {} };
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!dragKind(event)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        event.stopPropagation();
        setIsOver(false);
        onDropOn(event);
      },
    },
  };
};
