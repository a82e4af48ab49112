import { useTranslation } from "react-i18next";
import { SecondFactorPanel } from "../../features/auth/second-factor/second-factor-dialog.tsx";
import { useLogout } from "../frame/use-logout.ts";
import styles from "../plain-screen.module.css";

/** In the place of every page while the account has to set up a second factor: nothing else is open to it. */
export const EnrolmentGate = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation();
  const logout = useLogout();
  return (
    <main className={styles.screen}>
      <div className={styles.panel}>
        <h1 className={styles.title}>{t("secondFactors.requiredTitle")}</h1>
        <p className={styles.text}>{t("secondFactors.requiredHint")}</p>
        <SecondFactorPanel onCodesKept={onDone} />
        <div className={styles.actions}>
          <button type="button" className={styles.secondary} onClick={logout}>
            {t("secondFactors.signOut")}
          </button>
        </div>
      </div>
    </main>
  );
};
