import { DownOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ImportConfigsDialog } from "./import/import-configs-dialog.tsx";
import { useExport } from "./import/use-export.ts";

/** Import and export, in a menu because they are rarely used. */
export const MoreActions = ({ namespace }: { namespace: string | undefined }) => {
  const { t } = useTranslation();
  const [isImporting, setIsImporting] = useState(false);
  const { exportTo, isExporting } = useExport();
  const items = [
    { key: "import", label: t("settings.importOpen"), onClick: () => setIsImporting(true) },
    ...(namespace === undefined
      ? []
      : [{ key: "one", label: t("settings.exportOne", { name: namespace }), onClick: () => exportTo(namespace) }]),
    { key: "all", label: t("settings.exportAll"), onClick: () => exportTo(undefined) },
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={["click"]} placement="bottomRight">
        <Button loading={isExporting} icon={<DownOutlined aria-hidden="true" />} iconPlacement="end">
          {t("settings.more")}
        </Button>
      </Dropdown>
      <ImportConfigsDialog isOpen={isImporting} onClose={() => setIsImporting(false)} />
    </>
  );
};
