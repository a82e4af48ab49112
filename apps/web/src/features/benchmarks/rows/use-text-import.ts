import type { BenchmarkDetail } from "@dailies/contract";
import { useState } from "react";
import { useCheckRows, useImportRows } from "../benchmarks.queries.ts";
import { useSubmit } from "../use-submit.ts";
import type { CheckedRows } from "./import-preview.tsx";
import type { RowFormat } from "./read-rows-file.ts";

interface RowText {
  format: RowFormat;
  text: string;
}

/** The state of an import from text: what was typed, what the server read, and the two requests. */
export const useTextImport = (task: BenchmarkDetail, onDone: () => void) => {
  const [typed, setTyped] = useState<RowText>({ format: "lines", text: "" });
  const [skipsRepeated, setSkipsRepeated] = useState(true);
  const [checked, setChecked] = useState<CheckedRows>();
  const check = useCheckRows(task.id);
  const bring = useImportRows(task.id);
  const checking = useSubmit(() => undefined);
  const bringing = useSubmit(onDone);
  const lookWith = (skips: boolean): void => {
    setSkipsRepeated(skips);
    checking.submit(async () => setChecked(await check.mutateAsync({ ...typed, skips_repeated: skips })));
  };
  return {
    typed,
    setTyped,
    checked,
    skipsRepeated,
    lookWith,
    look: () => lookWith(skipsRepeated),
    change: () => setChecked(undefined),
    isGiven: typed.text.trim() !== "",
    isBusy: checking.isBusy || bringing.isBusy,
    isImporting: bringing.isBusy,
    error: checking.error ?? bringing.error,
    run: () => bringing.submit(() => bring.mutateAsync({ ...typed, skips_repeated: skipsRepeated })),
  };
};
export type TextImport = ReturnType<typeof useTextImport>;
