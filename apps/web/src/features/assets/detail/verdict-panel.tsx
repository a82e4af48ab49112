import type { AssetDetail } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCheckAgain } from "../assets.queries.ts";
import styles from "./detail.module.css";

/** Explains why a file is not readable yet, or was rejected. */
export const VerdictPanel = ({ asset }: { asset: AssetDetail }) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useCheckAgain();
  if (asset.status === "Ready") return null;
  if (asset.status !== "Rejected") return <p className={styles.note}>{t(`assets.detail.state.${asset.status}`)}</p>;
  return (
    <div className={styles.verdict} role="note">
      <div>
        <p className={styles.verdictTitle}>{t("assets.detail.rejected")}</p>
        <p className={styles.verdictWords}>{asset.verdict ?? t("assets.detail.noVerdict")}</p>
      </div>
      <Button loading={isPending} onClick={() => mutate(asset.id)}>
        {t("assets.detail.checkAgain")}
      </Button>
    </div>
  );
};
