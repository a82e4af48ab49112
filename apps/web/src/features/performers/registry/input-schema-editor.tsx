import type { PerformerInput } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { InputRow } from "./input-row.tsx";
import styles from "./registry.module.css";

interface InputSchemaEditorProps {
  /** Injected by the surrounding form. */
  value?: readonly PerformerInput[];
  onChange?: (inputs: PerformerInput[]) => void;
}

interface Row {
  id: number;
  input: PerformerInput;
}

let lastId = 0;
const rowOf = (input: PerformerInput): Row => {
  lastId += 1;
  return { id: lastId, input };
};

const BLANK: PerformerInput = { key: "", label: "", spec: { type: "text" }, is_required: false };

const moved = (rows: readonly Row[], from: number, to: number): Row[] => {
  const row = rows[from];
  return row === undefined || to < 0 || to >= rows.length ? [...rows] : rows.toSpliced(from, 1).toSpliced(to, 0, row);
};

/** Edits a performer's inputs: keys, types, limits, and roles. */
export const InputSchemaEditor = ({ value = [], onChange }: InputSchemaEditorProps) => {
  const { t } = useTranslation();
  const [rows, setRows] = useState(() => value.map(rowOf));
  const [openId, setOpenId] = useState<number>();
  const tell = (next: Row[]): void => {
    setRows(next);
    onChange?.(next.map(({ input }) => input));
  };
  const add = (): void => {
    const row = rowOf(BLANK);
    setOpenId(row.id);
    tell([...rows, row]);
  };
  return (
    <div className={styles.stack}>
      <ol className={styles.inputs}>
        {rows.map((row, place) => (
          <InputRow
            key={row.id}
            input={row.input}
            isOpen={row.id === openId}
            onToggle={() => setOpenId(row.id === openId ? undefined : row.id)}
            onChange={(input) => tell(rows.with(place, { ...row, input }))}
            onRemove={() => tell(rows.toSpliced(place, 1))}
            onUp={place === 0 ? undefined : () => tell(moved(rows, place, place - 1))}
            onDown={place === rows.length - 1 ? undefined : () => tell(moved(rows, place, place + 1))}
          />
        ))}
      </ol>
      <div>
        <Button onClick={add}>{t("performers.schema.add")}</Button>
      </div>
    </div>
  );
};
