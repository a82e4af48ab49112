import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { downloadText } from "../../../lib/download-text.ts";
import styles from "./second-factor.module.css";

/** Shown once: the server keeps only hashes of the codes. */
export const RecoveryCodeList = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.hint} role="status">
        {t("secondFactors.codesHint")}
      </p>
      <ul className={styles.codes} aria-label={t("secondFactors.codes")}>
        {codes.map((code) => (
          <li key={code} className="ds-mono">
            {code}
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => downloadText("dailies-recovery-codes.txt", `${codes.join("\n")}\n`, "text/plain")}>
          {t("secondFactors.download")}
        </Button>
        <Button type="primary" onClick={onDone}>
          {t("secondFactors.kept")}
        </Button>
      </div>
    </>
  );
};
