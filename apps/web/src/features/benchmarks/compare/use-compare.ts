import { useState } from "react";
import { useSearchParams } from "react-router";
import { type CellAddress, MAX_COMPARED, readAddresses, writeAddress } from "../cell-address.ts";

export interface Compare {
  /** The addresses chosen so far, in the order they were chosen. */
  chosen: readonly string[];
  toggle: (cell: CellAddress) => void;
  clear: () => void;
  /** Those in the player, from the address of the page. */
  shown: readonly CellAddress[];
  open: () => void;
  close: () => void;
}

/** Cells are gathered here; the player has its own address, so that a comparison can be sent to somebody. */
export const useCompare = (): Compare => {
  const [params, setParams] = useSearchParams();
  const shown = readAddresses(params.get("compare") ?? "");
  const [chosen, setChosen] = useState<readonly string[]>(() => shown.map(writeAddress));

  const write = (value: string | undefined): void => {
    const next = new URLSearchParams(params);
    if (value) next.set("compare", value);
    else next.delete("compare");
    // At once, or the cursor, which writes its own place a moment later, would not know of it and take it back.
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
