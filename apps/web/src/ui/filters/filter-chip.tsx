import { CloseOutlined, DownOutlined, PlusOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import "./filter-bar.css";
import { Popup } from "../popup.tsx";

interface FilterChipProps {
  label: string;
  /** The value as text; absent if the filter is not set. */
  value: string | undefined;
  onRemove: () => void;
  /** The options; a function receives a callback that closes the popup. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** One filter: its name, its value, a popup to choose from, and a button to remove it. */
export const FilterChip = ({ label, value, onRemove, children }: FilterChipProps) => {
  const { t } = useTranslation();
  const isSet = value !== undefined;
  return (
    <span className={isSet ? "ds-chip ds-chip-set" : "ds-chip"}>
      <Popup
        name={t("ui.filter.choose", { label })}
        trigger={
          <button type="button" className="ds-chip-main">
            {isSet ? null : <PlusOutlined aria-hidden="true" />}
            <span>{isSet ? `${label}: ` : label}</span>
            {isSet ? <span className="ds-chip-value">{value}</span> : null}
            {isSet ? <DownOutlined aria-hidden="true" /> : null}
          </button>
        }
      >
        {children}
      </Popup>
      {isSet ? (
        <button
          type="button"
          className="ds-chip-remove"
          aria-label={t("ui.filter.remove", { label })}
          onClick={onRemove}
        >
          <CloseOutlined aria-hidden="true" />
        </button>
      ) : null}
    </span>
  );
};
