import { CheckOutlined, PlusOutlined } from "@ant-design/icons";
import type { DimensionItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button.tsx";
import styles from "../dimensions.module.css";

interface LibraryItemProps {
  item: DimensionItem;
  isHeld: boolean;
  isSelected: boolean;
  canAdd: boolean;
  onSelect: () => void;
  onAdd: () => void;
}

export const LibraryItem = ({ item, isHeld, isSelected, canAdd, onSelect, onAdd }: LibraryItemProps) => {
  const { t } = useTranslation();
  const facts = [
    t(`ui.field.type.${item.field.type}`),
    t("dimensions.versionShort", { version: item.version }),
    t("dimensions.library.usedBy", { count: item.used_by }),
  ];
  return (
    <li className={styles.libraryItem} data-selected={isSelected}>
      <button type="button" className={styles.libraryName} aria-pressed={isSelected} onClick={onSelect}>
        <span className={styles.strong}>{item.name}</span>
        <span className={`ds-mono ${styles.quiet}`}>{item.key}</span>
        <span className={styles.quiet}>{facts.join(" · ")}</span>
        {item.tags.length === 0 ? null : <span className={styles.quiet}>{item.tags.join(", ")}</span>}
      </button>
      <IconButton
        size="small"
        name={t(isHeld ? "dimensions.library.held" : "dimensions.library.add", { name: item.name })}
        icon={isHeld ? <CheckOutlined aria-hidden="true" /> : <PlusOutlined aria-hidden="true" />}
        isDisabled={isHeld || !canAdd}
        onClick={onAdd}
      />
    </li>
  );
};
