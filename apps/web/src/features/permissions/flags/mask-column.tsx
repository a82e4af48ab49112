// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the table is an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and uses aria-activedescendant.
import type { PermissionItem } from "@dailies/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Pending } from "../matrix/changes.rules.ts";
import styles from "../matrix/matrix.module.css";
import type { ExtraColumn } from "../matrix/matrix.tsx";
import type { FlagsRow } from "./default-flag.ts";
import own from "./flags.module.css";

/** Combines bits with OR, as the platform does. Uses bigint, because `|` is limited to 32-bit signed integers. */
export const orAll = (bits: readonly number[]): bigint => bits.reduce((mask, bit) => mask | BigInt(bit), 0n);

/** 257 → "0b1_0000_0001" */
export const binaryOf = (mask: bigint): string => {
  const digits = mask.toString(2);
  return `0b${digits.replace(/\B(?=(\d{4})+$)/g, "_")}`;
};

/** The resulting mask; bits without a known flag are preserved. */
export const maskAfter = (mask: number, given: readonly number[], taken: readonly number[]): bigint =>
  (BigInt(mask) & ~orAll(taken)) | orAll(given);

/** Bits of the mask without a known flag, by value. */
export const unknownBits = (mask: number, known: readonly number[]): bigint[] => {
  const rest = BigInt(mask) & ~orAll(known);
  return [...rest.toString(2)].toReversed().flatMap((digit, place) => (digit === "1" ? [1n << BigInt(place)] : []));
};

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

/** The effective mask in decimal and binary, before and after the changes. */
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
