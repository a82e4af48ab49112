import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useBrowser } from "../url-state/browser-context.ts";
import { chosenAnew } from "../url-state/item-url-state.ts";
import styles from "./funnel.module.css";

/** Shown while the list displays the items a funnel step dropped, with a link back. */
export const DroppedNote = () => {
  const { t } = useTranslation();
  const { urlState } = useBrowser();
  const { dropped, was } = urlState.values;
  if (dropped === "") return null;
  return (
    <div className={styles.note} role="status">
      <span>
        {t("datasetItems.funnel.showing")} <code>{dropped}</code>
      </span>
      <Button size="small" onClick={() => urlState.set(chosenAnew({ where: was, mode: "items" }))}>
        {t("datasetItems.funnel.back")}
      </Button>
    </div>
  );
};
