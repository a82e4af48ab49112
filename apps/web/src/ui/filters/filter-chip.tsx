import { CloseOutlined, DownOutlined, PlusOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import "./filter-bar.css";
import { Popup } from "../popup.tsx";

interface FilterChipProps {
  label: string;
  /** What the filter holds, in words; absent while it holds nothing. */
  value: string | undefined;
  onRemove: () => void;
  /** The choices; as a function it is given the way to close them. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** One filter: its name, what it holds, the popup to choose in, and a cross to let go of it. */
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
