import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "../dimensions.module.css";
import { moved, type SetDraft, sharesOf, withEntry, without } from "./set-draft.ts";
import { SetEntry } from "./set-entry.tsx";

interface SetEntriesProps {
  draft: SetDraft;
  selectedId: string | undefined;
  isReadOnly: boolean;
  /** The user tried to save it without questions. */
  isWanting: boolean;
  onSelect: (dimensionId: string) => void;
  onChange: (draft: SetDraft) => void;
}

/** The ordered questions: reordered by dragging, or with Alt and the arrow keys. */
export const SetEntries = (props: SetEntriesProps) => {
  const { draft, selectedId, isReadOnly, isWanting, onSelect, onChange } = props;
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<string>(undefined);
  // A moved row loses the focus, so restore it.
  useEffect(() => {
    if (wanted.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-entry="${wanted.current}"] [data-entry-name]`)?.focus();
    wanted.current = undefined;
  });
  const shares = sharesOf(draft.items);
  const move = (from: number, to: number): void => {
    wanted.current = draft.items[from]?.dimension_id;
    onChange(moved(draft, from, to));
  };
  const drop = (to: number): void => {
    if (dragged !== undefined) onChange(moved(draft, dragged, to));
    setDragged(undefined);
    setOver(undefined);
  };
  return (
    <section className={styles.card} aria-label={t("dimensions.entries.title")}>
      <h2 className={styles.heading}>
        {t("dimensions.entries.title")} <span className={styles.count}>{draft.items.length}</span>
      </h2>
      {draft.items.length === 0 ? (
        <p className={styles.quiet}>{t("dimensions.entries.none")}</p>
      ) : (
        <ol ref={list} className={styles.entries}>
          {draft.items.map((item, index) => (
            <SetEntry
              key={item.dimension_id}
              item={item}
              place={index + 1}
              share={shares[index] ?? null}
              isSelected={item.dimension_id === selectedId}
              isReadOnly={isReadOnly}
              isOver={over === index && dragged !== undefined && dragged !== index}
              onSelect={() => onSelect(item.dimension_id)}
              onMove={(step) => move(index, index + step)}
              onRemove={() => onChange(without(draft, item.dimension_id))}
              onPatch={(patch) => onChange(withEntry(draft, item.dimension_id, patch))}
              drag={{
                onStart: () => setDragged(index),
                onOver: () => setOver(index),
                onDrop: () => drop(index),
                onEnd: () => {
                  setDragged(undefined);
                  setOver(undefined);
                },
              }}
            />
          ))}
        </ol>
      )}
      {isWanting ? (
        <p role="alert" className={styles.fault}>
          {t("dimensions.entries.needed")}
        </p>
      ) : null}
      {draft.items.length > 1 && !isReadOnly ? (
        <p className={styles.quiet}>{t("dimensions.entries.moveHint")}</p>
      ) : null}
    </section>
  );
};
