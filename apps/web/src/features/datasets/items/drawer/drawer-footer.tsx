import { CheckOutlined, DownloadOutlined, LinkOutlined, PlusOutlined } from "@ant-design/icons";
import type { DatasetRow } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { itemAddress } from "../../../../shared/dataset-address/view-address.ts";
import { useCopy } from "../../../../ui/use-copy.ts";
import type { Picks } from "../compare/use-picks.ts";
import { blobAddress } from "../media-addresses.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import styles from "./drawer.module.css";

interface DrawerFooterProps {
  item: DatasetRow;
  picks: Picks;
}

/** The link includes the version, so that it always opens the same item. */
export const DrawerFooter = ({ item, picks }: DrawerFooterProps) => {
  const { t } = useTranslation();
  const { dataset, version } = useBrowser();
  const set = { id: dataset.id, version };
  const { origin, pathname } = window.location;
  const { state, copy } = useCopy(`${origin}${pathname}#${itemAddress(set, item.ordinal)}`);
  const isPicked = picks.set.has(item.ordinal);
  const names = {
    idle: t("datasetItems.drawer.copyLink"),
    copied: t("ui.copied"),
    failed: t("ui.copyFailed"),
  };
  return (
    <div className={styles.footer}>
      <Button icon={<LinkOutlined aria-hidden="true" />} onClick={copy}>
        {names[state]}
      </Button>
      <Button
        icon={isPicked ? <CheckOutlined aria-hidden="true" /> : <PlusOutlined aria-hidden="true" />}
        disabled={!isPicked && picks.isFull}
        onClick={() => picks.toggle(item.ordinal)}
      >
        {t(isPicked ? "datasetItems.compare.unpick" : "datasetItems.compare.add")}
      </Button>
      {item.media ? (
        <Button
          icon={<DownloadOutlined aria-hidden="true" />}
          href={blobAddress(set, item.ordinal)}
          download={item.key.replaceAll(/[^\w.-]+/g, "_")}
        >
          {t("datasetItems.drawer.download")}
        </Button>
      ) : null}
    </div>
  );
};
