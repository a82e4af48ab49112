import { FolderOutlined, LoadingOutlined } from "@ant-design/icons";
import { type DragEvent, type KeyboardEvent, type ReactNode, useRef } from "react";
import { dragFolder } from "../library/drag.ts";
import styles from "./folders.module.css";
import { TreeRow } from "./tree-row.tsx";
import type { FolderRow, FolderTreeState } from "./use-folder-tree.ts";

/** The row index an arrow key moves to; undefined for a key that does not navigate. */
const rowAfterKey = (key: string, index: number, count: number): number | undefined => {
  switch (key) {
    case "ArrowDown":
      return Math.min(count - 1, index + 1);
    case "ArrowUp":
      return Math.max(0, index - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
};

export interface SpecialRow {
  /** Undefined for the row of all assets. */
  readonly key: string | undefined;
  readonly name: string;
  readonly icon: ReactNode;
}

interface FolderRowsProps {
  label: string;
  tree: FolderTreeState;
  special: readonly SpecialRow[];
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
  /** Called when something is dropped on a row; if absent, rows accept no drops. */
  onDropOn?: (key: string | undefined, event: DragEvent) => void;
  /** Renders the action menu of a folder. */
  renderActions?: (row: FolderRow) => ReactNode;
}

type TreeEntry = { key: string | undefined; row?: FolderRow };

/** A tree as a flat list of rows with roving focus: up and down move, right and left expand and collapse. */
export const FolderRows = (props: FolderRowsProps) => {
  const { label, tree, special, chosen, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  const entries: TreeEntry[] = [
    ...special.map(({ key }) => ({ key })),
    ...tree.rows.map((row) => ({ key: row.folder.id, row })),
  ];
  const current = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen),
  );

  const focusAt = (index: number): void => {
    list.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    if (event.target !== event.currentTarget) return;
    const row = entries[index]?.row;
    const next = rowAfterKey(event.key, index, entries.length);
    if (next !== undefined) focusAt(next);
    else if (event.key === "Enter" || event.key === " ") onChoose(entries[index]?.key);
    else if (event.key === "ArrowRight" && row?.folder.has_children) tree.setOpen(row.folder.id, true);
    else if (event.key === "ArrowLeft" && row) tree.setOpen(row.folder.id, false);
    else return;
    event.preventDefault();
  };
  const common = (index: number) => ({
    tabIndex: index === current ? 0 : -1,
    isChosen: entries[index]?.key === chosen,
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
    onChoose: () => onChoose(entries[index]?.key),
    onDropOn: props.onDropOn && ((event: DragEvent) => props.onDropOn?.(entries[index]?.key, event)),
  });
  return (
    <div ref={list} role="tree" aria-label={label} className={styles.tree}>
      {special.map(({ key, name, icon }, index) => (
        <TreeRow key={key ?? "all"} {...common(index)} name={name} icon={icon} level={1} />
      ))}
      {tree.rows.map((row, at) => (
        <TreeRow
          key={row.folder.id}
          {...common(special.length + at)}
          name={row.folder.name}
          icon={row.isLoading ? <LoadingOutlined aria-hidden="true" /> : <FolderOutlined aria-hidden="true" />}
          level={row.level}
          isOpen={row.folder.has_children ? row.isOpen : undefined}
          onToggle={() => tree.setOpen(row.folder.id, !row.isOpen)}
          onDragStart={props.onDropOn && ((event) => dragFolder(event, row.folder.id))}
          actions={props.renderActions?.(row)}
        />
      ))}
    </div>
  );
};
