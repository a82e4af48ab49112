import { LockOutlined } from "@ant-design/icons";
import type { MatrixRow, PermissionItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { usePermissionName } from "../../../shared/permission-codes.ts";
import type { LockOf } from "./cell-lock.ts";
import { cellState } from "./cell-state.ts";
import type { Changes } from "./changes.rules.ts";
import styles from "./workspace.module.css";

interface CellStatusProps {
  cell: { row: MatrixRow; code: PermissionItem } | undefined;
  changes: Changes;
  lockOf: LockOf;
}

/** Describes the cell under the cursor: user, code, its meaning, and why it is locked. */
export const CellStatus = ({ cell, changes, lockOf }: CellStatusProps) => {
  const { t } = useTranslation();
  const nameOf = usePermissionName();
  if (!cell) return <div className={styles.status}>{t("permissions.matrix.help")}</div>;
  const { row, code } = cell;
  const lock = lockOf(row, code);
  const state = cellState(row, changes.get(row.id), code.key);
  return (
    <div role="status" className={styles.status}>
      <span className={styles.name}>{row.realname}</span>
      <code className="ds-mono">{code.key}</code>
      <span>{t(`permissions.matrix.states.${state}`)}</span>
      {lock === undefined ? (
        <span className={styles.quiet}>{code.description || nameOf(code)}</span>
      ) : (
        <span className={styles.lock}>
          <LockOutlined aria-hidden="true" /> {t(`permissions.locks.${lock}`)}
        </span>
      )}
    </div>
  );
};
