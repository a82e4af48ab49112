import { SettingOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { CheckList } from "../../../../ui/filters/check-list.tsx";
import { Popup } from "../../../../ui/popup.tsx";
import { useBrowser } from "../url-state/browser-context.ts";
import { useShownColumns } from "./shown-columns.ts";
import styles from "./table.module.css";

/** The column picker of the table; kept in the URL. */
export const ColumnsChoice = () => {
  const { t } = useTranslation();
  const { dataset, urlState } = useBrowser();
  const shown = useShownColumns().map(({ name }) => name);
  return (
    <Popup
      name={t("ui.table.columnsTitle")}
      placement="bottomRight"
      trigger={
        <Button
          type="text"
          aria-label={t("ui.table.columns")}
          title={t("ui.table.columns")}
          icon={<SettingOutlined aria-hidden="true" />}
        />
      }
    >
      <div className={styles.choice}>
        <CheckList
          isMany
          items={dataset.columns.map(({ name }) => ({
            value: name,
            label: name,
            isDisabled: shown.length === 1 && shown[0] === name,
          }))}
          chosen={shown}
          onChange={(chosen) => urlState.set({ cols: chosen }, { replace: true })}
        />
      </div>
    </Popup>
  );
};
