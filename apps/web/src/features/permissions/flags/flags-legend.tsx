import type { PermissionItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import styles from "./flags.module.css";

/** The meaning of each bit, collapsed: regular users know it. */
export const FlagsLegend = ({ flags }: { flags: readonly PermissionItem[] }) => {
  const { t } = useTranslation();
  if (flags.length === 0) return null;
  return (
    <details className={styles.legend}>
      <summary>{t("permissions.flags.legend")}</summary>
      <dl className={styles.meanings}>
        {flags.map(({ key, bit, description }) => (
          <div key={key}>
            <dt>
              <span className={styles.legendBit}>{bit}</span> <code className="ds-mono">{key}</code>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
};
