import { useMemo } from "react";
import { useStored } from "../use-stored.ts";
import type { Column } from "./types.ts";

export type Density = "comfortable" | "compact";

interface TablePreferences<Row> {
  density: Density;
  setDensity: (density: Density) => void;
  shownColumns: readonly Column<Row>[];
  setShownKeys: (keys: readonly string[]) => void;
}

/** Stores the hidden columns instead of the shown ones, so that a column added later appears. */
export const useTablePreferences = <Row>(
  columns: readonly Column<Row>[],
  storageName: string | undefined,
): TablePreferences<Row> => {
  const [density, setDensity] = useStored("table-density", "comfortable");
  const atFirst = columns.filter((column) => column.isExtra).map((column) => column.key);
  const [hidden, setHidden] = useStored(storageName && `table-hidden:${storageName}`, atFirst.join());

  const shownColumns = useMemo(() => {
    const hiddenKeys = new Set(hidden.split(","));
    return columns.filter((column) => column.isFixed || !hiddenKeys.has(column.key));
  }, [columns, hidden]);

  const setShownKeys = (keys: readonly string[]): void =>
    setHidden(
      columns
        .map((column) => column.key)
        .filter((key) => !keys.includes(key))
        .join(),
    );

  return { density: density === "compact" ? "compact" : "comfortable", setDensity, shownColumns, setShownKeys };
};
