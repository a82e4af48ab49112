import { CopyOutlined } from "@ant-design/icons";
import type { DatasetRow } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCopy } from "../../../../ui/use-copy.ts";
import styles from "./drawer.module.css";

/** The item as the server returned it. */
export const RawJson = ({ item }: { item: DatasetRow }) => {
  const { t } = useTranslation();
  const text = JSON.stringify(item, null, 2);
  const { state, copy } = useCopy(text);
  const names = { idle: t("datasetItems.drawer.copyJson"), copied: t("ui.copied"), failed: t("ui.copyFailed") };
  return (
    <details className={styles.raw}>
      <summary>{t("datasetItems.drawer.raw")}</summary>
      <Button size="small" icon={<CopyOutlined aria-hidden="true" />} onClick={copy}>
        {names[state]}
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <pre className={styles.json} tabIndex={0}>
        {text}
      </pre>
    </details>
  );
};
