// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a grid are grid cells.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active cell.
import type { PermissionItem } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Pending } from "../matrix/changes.rules.ts";
import styles from "../matrix/matrix.module.css";
import type { ExtraColumn } from "../matrix/matrix.tsx";
import type { FlagsRow } from "./default-flag.ts";
import own from "./flags.module.css";
import { binaryOf, maskAfter, unknownBits } from "./mask.ts";

const NO_FLAGS: readonly PermissionItem[] = [];

interface MaskCellProps {
  row: FlagsRow;
  pending: Pending<FlagsRow> | undefined;
  flags: readonly PermissionItem[];
}

const MaskCell = ({ row, pending, flags }: MaskCellProps) => {
  const { t } = useTranslation();
  const bitsOf = (codes: readonly string[]): number[] =>
    flags.flatMap(({ key, bit }) => (bit !== null && codes.includes(key) ? [bit] : []));
  const mask = maskAfter(row.platform_flags, bitsOf(pending?.add ?? []), bitsOf(pending?.remove ?? []));
  const unknown = unknownBits(
    row.platform_flags,
    flags.flatMap(({ bit }) => bit ?? []),
  );
  return (
    <td role="gridcell" className={styles.extra}>
      {pending ? (
        <>
          <s className={own.before}>{row.platform_flags}</s>{" "}
        </>
      ) : null}
      <span className={own.decimal}>{String(mask)}</span>
      <code className={own.binary}>{binaryOf(mask)}</code>
      {unknown.length === 0 ? null : (
        <span className={own.unknown} title={t("permissions.flags.unknownHint")}>
          {t("permissions.flags.unknown", { bits: unknown.join(", ") })}
        </span>
      )}
    </td>
  );
};

/** The effective mask, decimal and binary, as it is and as it will be. */
export const useMaskColumn = (flags: readonly PermissionItem[] = NO_FLAGS): ExtraColumn<FlagsRow> => {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      title: t("permissions.flags.mask"),
      render: (row, pending) => <MaskCell row={row} pending={pending} flags={flags} />,
    }),
    [t, flags],
  );
};
