import { CloseOutlined, HolderOutlined } from "@ant-design/icons";
import type { TemplateQuestion } from "@dailies/contract";
import { InputNumber } from "antd";
import type { DragEvent, KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../ui/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import styles from "../dimensions.module.css";

interface SetEntryProps {
  item: TemplateQuestion;
  /** One-based. */
  place: number;
  /** Share of the total, 0 to 1; null if it does not count. */
  share: number | null;
  isSelected: boolean;
  isReadOnly: boolean;
  isOver: boolean;
  onSelect: () => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
  onPatch: (patch: { weight: number }) => void;
  drag: { onStart: () => void; onOver: () => void; onDrop: () => void; onEnd: () => void };
}

const MAX_WEIGHT = 1_000;

export const SetEntry = (props: SetEntryProps) => {
  const { item, place, isSelected, isReadOnly, isOver, onSelect, onMove, drag } = props;
  const { t } = useTranslation();
  const move = (event: KeyboardEvent): void => {
    if (isReadOnly || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(event.key === "ArrowUp" ? -1 : 1);
  };
  const allowDrop = (event: DragEvent): void => {
    event.preventDefault();
    drag.onOver();
  };
  return (
    <li
      className={styles.entry}
      data-entry={item.dimension_id}
      data-selected={isSelected}
      data-over={isOver}
      draggable={!isReadOnly}
      onDragStart={drag.onStart}
      onDragOver={allowDrop}
      onDrop={(event) => {
        event.preventDefault();
        drag.onDrop();
      }}
      onDragEnd={drag.onEnd}
      onKeyDown={move}
    >
      <HolderOutlined aria-hidden="true" className={styles.holder} />
      <span className={`ds-number ${styles.place}`}>{place}</span>
      <button
        type="button"
        data-entry-name=""
        className={styles.entryName}
        aria-pressed={isSelected}
        onClick={onSelect}
      >
        <span className={styles.strong}>{item.name}</span>
        <span className={styles.quiet}>
          {[
            item.section,
            t(`ui.field.type.${item.field.type}`),
            t("dimensions.versionShort", { version: item.dimension_version }),
            item.source === "human" ? undefined : t(`dimensions.sources.${item.source}.name`),
            item.is_required ? undefined : t("ui.form.optional"),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </button>
      <EntryWeight {...props} />
      <IconButton
        size="small"
        name={t("dimensions.entries.remove", { name: item.name })}
        icon={<CloseOutlined aria-hidden="true" />}
        isDisabled={isReadOnly}
        onClick={props.onRemove}
      />
    </li>
  );
};

const EntryWeight = ({ item, share, isReadOnly, onPatch }: SetEntryProps) => {
  const { t, i18n } = useTranslation();
  return (
    <span className={styles.weight}>
      <InputNumber<number>
        size="small"
        aria-label={t("dimensions.entries.weightOf", { name: item.name })}
        value={item.weight}
        min={0}
        max={MAX_WEIGHT}
        changeOnWheel={false}
        disabled={isReadOnly}
        onChange={(weight) => weight !== null && onPatch({ weight })}
      />
      <span className={`ds-number ${styles.share}`} title={t("dimensions.entries.share")}>
        {share === null ? "—" : `${formatNumber(Math.round(share * 1_000) / 10, i18n.language)} %`}
      </span>
    </span>
  );
};
