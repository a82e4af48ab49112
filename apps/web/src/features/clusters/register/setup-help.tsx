import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Mono } from "../../../ui/mono.tsx";
import styles from "../clusters.module.css";

/** Ray asks for no token by default, and who reaches an open dashboard can run code on the cluster. */
const COMMANDS = [
  "ray get-auth-token --generate",
  "RAY_AUTH_MODE=token ray start --head --dashboard-host=0.0.0.0 --dashboard-port=8265",
] as const;

interface SetupHelpProps {
  /** Absent for those who may not register clusters. */
  onRegister?: () => void;
}

/** Shown while no cluster is registered: what to start, and who can register it. */
export const SetupHelp = ({ onRegister }: SetupHelpProps) => {
  const { t } = useTranslation();
  return (
    <>
      <EmptyState
        title={t("clusters.empty.title")}
        action={
          onRegister && (
            <Button type="primary" onClick={onRegister}>
              {t("clusters.form.register")}
            </Button>
          )
        }
      >
        {onRegister ? t("clusters.empty.hint") : t("clusters.empty.askAdmin")}
      </EmptyState>
      <ol className={styles.steps}>
        <li>
          {t("clusters.empty.start")}
          {COMMANDS.map((command) => (
            <div key={command}>
              <Mono value={command} copyAs={t("clusters.empty.command")} />
            </div>
          ))}
        </li>
        <li>{t("clusters.empty.origin")}</li>
        <li>{t("clusters.empty.register")}</li>
      </ol>
    </>
  );
};
