import { PlusOutlined } from "@ant-design/icons";
import type { ScalarType } from "@dailies/contract";
import { Button } from "antd";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { EntryRow } from "./entry-row.tsx";
import { type DraftFault, type EntryDraft, newEntry } from "./field-draft.ts";

interface EntriesControlProps {
  type: ScalarType;
  /** Key-value pairs; without keys an ordered list. */
  hasKeys: boolean;
  entries: readonly EntryDraft[];
  faults: readonly DraftFault[];
  isDisabled: boolean;
  onChange: (entries: readonly EntryDraft[]) => void;
}

const moved = (entries: readonly EntryDraft[], from: number, to: number): EntryDraft[] => {
  const next = entries.toSpliced(from, 1);
  const entry = entries[from];
  return entry === undefined ? [...entries] : next.toSpliced(to, 0, entry);
};

export const EntriesControl = (props: EntriesControlProps) => {
  const { type, hasKeys, entries, faults, isDisabled, onChange } = props;
  const { t } = useTranslation();
  const { list, focusEntry } = useEntryFocus();

  const add = (): void => {
    const entry = newEntry(type);
    onChange([...entries, entry]);
    focusEntry(entry.id);
  };
  const move = (from: number, step: 1 | -1): void => {
    const to = from + step;
    if (to < 0 || to >= entries.length) return;
    onChange(moved(entries, from, to));
    focusEntry(entries[from]?.id);
  };
  const remove = (index: number): void => {
    onChange(entries.toSpliced(index, 1));
    focusEntry((entries[index + 1] ?? entries[index - 1])?.id);
  };

  return (
    <div className="ds-field-entries">
      {entries.length === 0 ? (
        <p className="ds-field-none">{t(hasKeys ? "ui.field.noEntries" : "ui.field.noItems")}</p>
      ) : (
        <ul ref={list} className="ds-field-rows" data-keys={hasKeys}>
          {entries.map((entry, index) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              place={index + 1}
              type={type}
              hasKey={hasKeys}
              fault={faults.find((fault) => fault.entryId === entry.id)?.message}
              isDisabled={isDisabled}
              canMoveUp={index > 0}
              canMoveDown={index < entries.length - 1}
              onChange={(changed) => onChange(entries.with(index, changed))}
              onMove={(step) => move(index, step)}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      {isDisabled ? null : (
        <Button size="small" icon={<PlusOutlined aria-hidden="true" />} onClick={add}>
          {t(hasKeys ? "ui.field.addEntry" : "ui.field.addItem")}
        </Button>
      )}
    </div>
  );
};

/** Keeps the focus in its row, or moves it to the new row: moving a row loses the focus. */
const useEntryFocus = () => {
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-entry="${wanted.current}"] :is(input, textarea, select)`)?.focus();
    wanted.current = undefined;
  });
  return {
    list,
    focusEntry: (id: number | undefined): void => {
      wanted.current = id;
    },
  };
};
