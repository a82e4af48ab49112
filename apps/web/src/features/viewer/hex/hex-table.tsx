import type { ViewerSample } from "@dailies/contract";
import { type CSSProperties, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { spanColour } from "../sample/span-colours.ts";
import styles from "./hex.module.css";
import { type HexRun, layOutHex } from "./hex-rows.ts";

interface HexTableProps {
  bytes: Uint8Array;
  begin: number;
  sample: ViewerSample;
  chosen: string | undefined;
}

const OFFSET_DIGITS = 8;

export const HexTable = ({ bytes, begin, sample, chosen }: HexTableProps) => {
  const { t } = useTranslation();
  const rows = useMemo(() => layOutHex(bytes, begin, sample.spans), [bytes, begin, sample.spans]);
  const look = ({
    label,
  }: HexRun): { style: CSSProperties; title: string | undefined; "data-chosen": true | undefined } => ({
    style: { ["--span" as string]: (label !== undefined && spanColour(sample, label)) || "var(--ds-line-strong)" },
    title: label,
    "data-chosen": (label !== undefined && label === chosen) || undefined,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by Tab.
    <div className={styles.scroller} tabIndex={0}>
      <table className={`${styles.table} ds-mono`}>
        <caption className="ds-visually-hidden">{t("viewer.hex.title")}</caption>
        <thead className="ds-visually-hidden">
          <tr>
            <th scope="col">{t("viewer.hex.offset")}</th>
            <th scope="col">{t("viewer.hex.bytes")}</th>
            <th scope="col">{t("viewer.hex.text")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.begin}>
              <th scope="row" className={styles.offset}>
                {row.begin.toString(16).padStart(OFFSET_DIGITS, "0")}
              </th>
              <td className={styles.hexes}>
                {row.runs.map((run, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: runs of a row never reorder.
                  <span key={place} className={styles.run} {...look(run)}>
                    {run.hex}
                  </span>
                ))}
              </td>
              <td className={styles.letters}>
                {row.runs.map((run, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: runs of a row never reorder.
                  <span key={place} className={styles.run} {...look(run)}>
                    {run.text}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
