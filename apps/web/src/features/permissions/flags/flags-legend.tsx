import type { PermissionItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { usePermissionTexts } from "../../../shared/permission-codes.ts";
import styles from "./flags.module.css";

/** The meaning of each bit, collapsed: regular users know it. */
export const FlagsLegend = ({ flags }: { flags: readonly PermissionItem[] }) => {
  const { t } = useTranslation();
  const { descriptionOf } = usePermissionTexts();
  if (flags.length === 0) return null;
  return (
    <details className={styles.legend}>
      <summary>{t("permissions.flags.legend")}</summary>
      <dl className={styles.meanings}>
        {flags.map((flag) => (
          <div key={flag.key}>
            <dt>
              <span className={styles.legendBit}>{flag.bit}</span> <code className="ds-mono">{flag.key}</code>
            </dt>
            <dd>{descriptionOf(flag)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
};
