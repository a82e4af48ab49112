import type { UsableAsset } from "@dailies/contract";
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef } from "react";
import styles from "./asset-picker.module.css";
import { AssetThumb, useAssetFacts } from "./asset-summary.tsx";

const AHEAD_PX = 300;

interface AssetOptionsProps {
  label: string;
  items: readonly UsableAsset[];
  activeId: string | undefined;
  onActive: (id: string) => void;
  onChoose: (asset: UsableAsset) => void;
  /** The end of the list comes near. */
  onNearEnd: () => void;
  ref: Ref<{ focus: () => void }>;
}

/** Tiles in a row, from the layout: the number of tiles as high as the first one. */
const columnsOf = (list: HTMLElement): number => {
  const tops = [...list.children].map((tile) => (tile as HTMLElement).offsetTop);
  return Math.max(1, tops.filter((top) => top === tops[0]).length);
};

const indexAfterKey = (key: string, index: number, columns: number, count: number): number | undefined => {
  const steps: Record<string, number> = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next));
};

/** The assets as a listbox of tiles: arrow keys move, Enter or a double click chooses. */
export const AssetOptions = ({ label, items, activeId, onActive, onChoose, onNearEnd, ref }: AssetOptionsProps) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const facts = useAssetFacts();
  const active = items.findIndex((item) => item.id === activeId);
  const enter = (): void => {
    const [first] = items;
    if (active < 0 && first) onActive(first.id);
  };
  useImperativeHandle(ref, () => ({ focus: () => list.current?.focus() }), []);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!list.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const item = items[active];
    if (event.key === "Enter" && item) {
      event.preventDefault();
      onChoose(item);
      return;
    }
    const columns = columnsOf(list.current);
    const next = indexAfterKey(event.key, active, columns, items.length);
    if (next === undefined) return;
    event.preventDefault();
    const target = items[next];
    if (target) onActive(target.id);
    if (next >= items.length - columns) onNearEnd();
  };
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
      className={styles.options}
      onFocus={enter}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < AHEAD_PX) onNearEnd();
      }}
    >
      {items.map((asset, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the listbox holds the focus and uses aria-activedescendant.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys.
        <div
          key={asset.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          onClick={() => onActive(asset.id)}
          onDoubleClick={() => onChoose(asset)}
        >
          <AssetThumb hasDuration asset={asset} />
          <span className={styles.name} title={asset.name}>
            {asset.name}
          </span>
          <span className={`${styles.facts} ds-number`}>{facts(asset, { isShort: true })}</span>
        </div>
      ))}
    </div>
  );
};
