import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from "@ant-design/icons";
import type { ScalarType } from "@dailies/contract";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icon-button.tsx";
import { EntryValue } from "./entry-value.tsx";
import { faultWords } from "./fault-words.ts";
import type { EntryDraft } from "./field-draft.ts";

interface EntryRowProps {
  entry: EntryDraft;
  /** One-based. */
  place: number;
  type: ScalarType;
  hasKey: boolean;
  fault: string | undefined;
  isDisabled: boolean;
  canMoveUp: boolean;
  canMoveDown: boolean;
  onChange: (entry: EntryDraft) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

export const EntryRow = (props: EntryRowProps) => {
  const { entry, place, type, hasKey, fault, isDisabled, onChange, onMove } = props;
  const { t } = useTranslation();
  const move = (event: KeyboardEvent): void => {
    if (hasKey || isDisabled || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(event.key === "ArrowUp" ? -1 : 1);
  };
  const valueName = hasKey ? t("ui.field.valueOf", { key: entry.key || String(place) }) : t("ui.field.item", { place });
  return (
    <li className="ds-field-row" data-entry={entry.id} onKeyDown={move}>
      {hasKey ? (
        <input
          className="ds-field-input ds-mono"
          aria-label={t("ui.field.key", { place })}
          aria-invalid={fault !== undefined}
          disabled={isDisabled}
          spellCheck={false}
          value={entry.key}
          onChange={(event) => onChange({ ...entry, key: event.target.value })}
        />
      ) : (
        <span className="ds-field-place ds-number">{place}</span>
      )}
      <EntryValue
        type={type}
        value={entry.value}
        name={valueName}
        isWrong={fault !== undefined}
        isDisabled={isDisabled}
        onChange={(value) => onChange({ ...entry, value })}
      />
      {isDisabled ? null : <RowButtons {...props} />}
      {fault === undefined ? null : <p className="ds-field-row-fault">{faultWords(fault, t)}</p>}
    </li>
  );
};

const RowButtons = ({ entry, place, hasKey, canMoveUp, canMoveDown, onMove, onRemove }: EntryRowProps) => {
  const { t } = useTranslation();
  return (
    <span className="ds-field-row-buttons">
      {hasKey ? null : (
        <>
          <IconButton
            size="small"
            name={t("ui.field.moveUp", { place })}
            icon={<ArrowUpOutlined aria-hidden="true" />}
            isDisabled={!canMoveUp}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size="small"
            name={t("ui.field.moveDown", { place })}
            icon={<ArrowDownOutlined aria-hidden="true" />}
            isDisabled={!canMoveDown}
            onClick={() => onMove(1)}
          />
        </>
      )}
      <IconButton
        size="small"
        name={
          hasKey ? t("ui.field.removeKey", { key: entry.key || String(place) }) : t("ui.field.removeItem", { place })
        }
        icon={<DeleteOutlined aria-hidden="true" />}
        onClick={onRemove}
      />
    </span>
  );
};
