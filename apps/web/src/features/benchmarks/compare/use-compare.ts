import { useState } from "react";
import { useSearchParams } from "react-router";
import { type CellAddress, MAX_COMPARED, readAddresses, writeAddress } from "../cell-address.ts";

export interface Compare {
  /** The selected cells, in selection order. */
  chosen: readonly string[];
  toggle: (cell: CellAddress) => void;
  clear: () => void;
  /** The cells in the player, from the URL. */
  shown: readonly CellAddress[];
  open: () => void;
  close: () => void;
}

/** Collects the selection in state; the player state is in the URL, so that a comparison can be shared. */
export const useCompare = (): Compare => {
  const [params, setParams] = useSearchParams();
  const shown = readAddresses(params.get("compare") ?? "");
  const [chosen, setChosen] = useState<readonly string[]>(() => shown.map(writeAddress));

  const write = (value: string | undefined): void => {
    const next = new URLSearchParams(params);
    if (value) next.set("compare", value);
    else next.delete("compare");
    // Synchronously: otherwise the cursor, which writes its position a moment later, would revert it.
    setParams(next, { flushSync: true });
  };
  return {
    chosen,
    shown,
    toggle: (cell) => {
      const address = writeAddress(cell);
      setChosen((now) =>
        now.includes(address) ? now.filter((other) => other !== address) : [...now, address].slice(-MAX_COMPARED),
      );
    },
    clear: () => setChosen([]),
    open: () => write(chosen.join(",")),
    close: () => write(undefined),
  };
};
