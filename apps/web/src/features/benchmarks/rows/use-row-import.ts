import type { BenchmarkDetail } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCheckRows, useImportRows } from "../benchmarks.queries.ts";
import { useSubmit } from "../use-submit.ts";
import { type DatasetChoice, type DatasetDraw, drawRows } from "./dataset-source.queries.ts";
import type { CheckedRows } from "./import-preview.tsx";
import type { RowFormat } from "./read-rows-file.ts";

export type RowSource = "text" | "dataset";

export interface RowText {
  format: RowFormat;
  text: string;
}

interface Checked extends CheckedRows {
  /** What was checked is what is imported, also when it was drawn from a dataset. */
  file: RowText;
  /** Sampled items without a prompt. */
  empty: number;
}

const FIRST_DRAW: DatasetChoice = { count: 50, seed: 0 };

const isComplete = (draw: DatasetChoice): draw is DatasetChoice & DatasetDraw =>
  draw.datasetId !== undefined && draw.promptColumn !== undefined;

/** The state of the import dialog: where the rows come from, what the server read, and the two requests. */
export const useRowImport = (task: BenchmarkDetail, onDone: () => void) => {
  const { t } = useTranslation();
  const [source, setSource] = useState<RowSource>("text");
  const [typed, setTyped] = useState<RowText>({ format: "lines", text: "" });
  const [draw, setDraw] = useState<DatasetChoice>(FIRST_DRAW);
  const [skipsRepeated, setSkipsRepeated] = useState(true);
  const [checked, setChecked] = useState<Checked>();
  const check = useCheckRows(task.id);
  const bring = useImportRows(task.id);
  const checking = useSubmit(() => undefined);
  const bringing = useSubmit(onDone);

  const read = async (): Promise<{ file: RowText; empty: number }> => {
    if (source === "text" || !isComplete(draw)) return { file: typed, empty: 0 };
    const { text, empty } = await drawRows(draw);
    if (text === "") throw new Error(t("benchmarks.import.dataset.nothing"));
    return { file: { format: "jsonl", text }, empty };
  };
  const look = (skips: boolean): void => {
    setSkipsRepeated(skips);
    checking.submit(async () => {
      const { file, empty } = checked ?? (await read());
      setChecked({ ...(await check.mutateAsync({ ...file, skips_repeated: skips })), file, empty });
    });
  };
  return {
    source,
    setSource,
    typed,
    setTyped,
    draw,
    setDraw,
    checked,
    skipsRepeated,
    look,
    change: () => setChecked(undefined),
    isGiven: source === "text" ? typed.text.trim() !== "" : isComplete(draw),
    isBusy: checking.isBusy || bringing.isBusy,
    isImporting: bringing.isBusy,
    error: checking.error ?? bringing.error,
    run: (file: RowText) => bringing.submit(() => bring.mutateAsync({ ...file, skips_repeated: skipsRepeated })),
  };
};
export type RowImport = ReturnType<typeof useRowImport>;
