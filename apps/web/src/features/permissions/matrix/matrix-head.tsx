import type { PermissionItem } from "@dailies/contract";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { groupPermissions, usePermissionTexts } from "../../../shared/permission-codes.ts";
import styles from "./matrix.module.css";

interface MatrixHeadProps {
  codes: readonly PermissionItem[];
  extraTitle: string | undefined;
  activeColumn: number | undefined;
}

/** Code headers by group, rotated to save space. */
export const MatrixHead = memo(({ codes, extraTitle, activeColumn }: MatrixHeadProps) => {
  const { t } = useTranslation();
  const { nameOf, descriptionOf, groupOf } = usePermissionTexts();
  return (
    <thead className={styles.head}>
      <tr>
        <th scope="col" rowSpan={2} className={styles.corner}>
          {t("permissions.matrix.person")}
        </th>
        {groupPermissions(codes).map(({ group, codes: members }) => (
          <th key={group} scope="colgroup" colSpan={members.length} className={styles.group}>
            {groupOf(group)}
          </th>
        ))}
        {extraTitle === undefined ? null : (
          <th scope="col" rowSpan={2} className={styles.extraHead}>
            {extraTitle}
          </th>
        )}
      </tr>
      <tr>
        {codes.map((code, column) => (
          <th
            key={code.key}
            scope="col"
            className={column === activeColumn ? styles.codeActive : styles.code}
            title={`${code.key}\n${descriptionOf(code)}`}
          >
            <span className={styles.upward}>{nameOf(code)}</span>
            {code.bit === null ? null : <span className={styles.bit}>{code.bit}</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
});
