import type { GridCell } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { isUnderWay, type Offers } from "../benchmark.rules.ts";
import { type CellAddress, writeAddress } from "../cell-address.ts";
import styles from "./panel.module.css";

export interface CellActsProps {
  address: CellAddress;
  cell: GridCell;
  offers: Offers;
  chosen: readonly string[];
  onRegenerate: () => void;
  onCancel: () => void;
  onExclude: () => void;
  onCompare: (cell: CellAddress) => void;
}

/** The actions that are possible for the cell now; others are hidden. */
export const CellActs = (props: CellActsProps) => {
  const { address, cell, offers, chosen } = props;
  const { t } = useTranslation();
  const isChosen = chosen.includes(writeAddress(address));
  const isExcluded = cell.status === "Excluded";
  return (
    <div className={styles.acts}>
      {offers.canRegenerate && !isExcluded ? (
        <Button size="small" onClick={props.onRegenerate}>
          {t("benchmarks.acts.regenerate")}
        </Button>
      ) : null}
      {offers.canRegenerate && isUnderWay(cell.status) ? (
        <Button size="small" onClick={props.onCancel}>
          {t("benchmarks.acts.cancel")}
        </Button>
      ) : null}
      {offers.canDecide ? (
        <Button size="small" onClick={props.onExclude}>
          {t(isExcluded ? "benchmarks.acts.include" : "benchmarks.acts.exclude")}
        </Button>
      ) : null}
      {cell.clip ? (
        <Button size="small" aria-pressed={isChosen} onClick={() => props.onCompare(address)}>
          {t(isChosen ? "benchmarks.acts.uncompare" : "benchmarks.acts.compare")}
        </Button>
      ) : null}
    </div>
  );
};
