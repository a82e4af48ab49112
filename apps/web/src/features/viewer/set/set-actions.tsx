import { CheckCircleOutlined, CodeOutlined, DiffOutlined, FolderOpenOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import type { UrlFilters } from "../../../ui/filters/use-url-filters.ts";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import styles from "./set.module.css";

/** The actions on the open dataset. */
export const SetActions = ({ urlState, onLeave }: { urlState: UrlFilters<ViewerUrlState>; onLeave: () => void }) => {
  const { t } = useTranslation();
  return (
    <span className={styles.actions}>
      <Button icon={<FolderOpenOutlined aria-hidden="true" />} onClick={onLeave}>
        {t("viewer.actions.another")}
      </Button>
      <Button icon={<DiffOutlined aria-hidden="true" />} onClick={() => urlState.set({ panel: "compare" })}>
        {t("viewer.actions.compare")}
      </Button>
      <Button icon={<CodeOutlined aria-hidden="true" />} onClick={() => urlState.set({ panel: "code" })}>
        {t("viewer.actions.code")}
      </Button>
      <Button
        type="primary"
        icon={<CheckCircleOutlined aria-hidden="true" />}
        onClick={() => urlState.set({ panel: "verify" })}
      >
        {t("viewer.actions.verify")}
      </Button>
    </span>
  );
};
