import type { DatasetDetail } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { LinkButton } from "../../../ui/link-button.tsx";
import { viewerAddress } from "../dataset-address.ts";
import { type DatasetActs, DatasetMenu } from "../list/dataset-menu.tsx";
import { PinButton } from "../list/pin-button.tsx";
import styles from "./detail.module.css";
import { ViewsMenu } from "./views-menu.tsx";

interface DatasetActionsProps {
  dataset: DatasetDetail;
  acts: DatasetActs;
}

export const DatasetActions = ({ dataset, acts }: DatasetActionsProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.actions}>
      <ViewsMenu datasetId={dataset.id} />
      <LinkButton to={viewerAddress(dataset.id)}>{t("datasets.acts.view")}</LinkButton>
      <PinButton dataset={dataset} onPin={acts.pin} />
      <DatasetMenu isOpen dataset={dataset} acts={acts} />
    </div>
  );
};
