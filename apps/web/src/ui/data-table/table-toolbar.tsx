import { ColumnHeightOutlined, SettingOutlined, VerticalAlignMiddleOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { CheckList } from "../filters/check-list.tsx";
import { formatCount } from "../format.ts";
import { IconButton } from "../icon-button.tsx";
import { Popup } from "../popup.tsx";
import type { Column } from "./types.ts";
import type { Density } from "./use-table-preferences.ts";

interface TableToolbarProps<Row> {
  /** Unknown while the first rows load. */
  total: number | undefined;
  columns: readonly Column<Row>[];
  shownColumns: readonly Column<Row>[];
  setShownKeys: (keys: readonly string[]) => void;
  density: Density;
  setDensity: (density: Density) => void;
}

export const TableToolbar = <Row,>(props: TableToolbarProps<Row>) => {
  const { total, columns, shownColumns, setShownKeys, density, setDensity } = props;
  const { t, i18n } = useTranslation();
  const isCompact = density === "compact";
  return (
    <div className="ds-table-toolbar">
      <span className="ds-table-total ds-number" aria-live="polite">
        {total === undefined ? "" : t("ui.table.rows", { count: total, shown: formatCount(total, i18n.language) })}
      </span>
      <IconButton
        size="small"
        name={t(isCompact ? "ui.table.comfortable" : "ui.table.compact")}
        icon={
          isCompact ? <ColumnHeightOutlined aria-hidden="true" /> : <VerticalAlignMiddleOutlined aria-hidden="true" />
        }
        onClick={() => setDensity(isCompact ? "comfortable" : "compact")}
      />
      <Popup
        name={t("ui.table.columnsTitle")}
        placement="bottomRight"
        trigger={
          <Button
            type="text"
            size="small"
            aria-label={t("ui.table.columns")}
            title={t("ui.table.columns")}
            icon={<SettingOutlined aria-hidden="true" />}
          />
        }
      >
        <CheckList
          isMany
          items={columns.map((column) => ({ value: column.key, label: column.title, isDisabled: column.isFixed }))}
          chosen={shownColumns.map((column) => column.key)}
          onChange={setShownKeys}
        />
      </Popup>
    </div>
  );
};
