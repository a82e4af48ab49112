import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { KeyCap } from "../../../shared/leased-work/components/key-cap.tsx";
import { OwnKeyCap } from "../keys/own-key-cap.tsx";
import styles from "../workspace/workspace.module.css";

interface ReviewActionsProps {
  isFixing: boolean;
  verdicts: {
    readonly accept: () => void;
    readonly fix: () => void;
    readonly submitFix: () => void;
    readonly openReject: () => void;
  };
  onCancelFix: () => void;
}

/** The three verdicts, or the end of a fix; always visible under the label. */
export const ReviewActions = ({ isFixing, verdicts, onCancelFix }: ReviewActionsProps) => {
  const { t } = useTranslation();
  return (
    <footer className={styles.actions}>
      <div className={styles.buttons}>
        {isFixing ? (
          <>
            <Button onClick={onCancelFix}>{t("labelling.review.cancelFix")}</Button>
            <Button type="primary" className={styles.submit} onClick={verdicts.submitFix}>
              {t("labelling.review.submitFix")} <KeyCap isOnAccent>↵</KeyCap>
            </Button>
          </>
        ) : (
          <>
            <Button danger onClick={verdicts.openReject}>
              {t("labelling.review.reject")} <OwnKeyCap act="reject" />
            </Button>
            <Button onClick={verdicts.fix}>
              {t("labelling.review.fix")} <OwnKeyCap act="fix" />
            </Button>
            <Button type="primary" className={styles.submit} onClick={verdicts.accept}>
              {t("labelling.review.accept")} <OwnKeyCap isOnAccent act="accept" />
            </Button>
          </>
        )}
      </div>
    </footer>
  );
};
