import { type BenchmarkColumn, MAX_SEED } from "@dailies/contract";
import { Checkbox, InputNumber, Radio } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useRegenerate } from "../benchmarks.queries.ts";
import type { CellAddress } from "../cell-address.ts";
import styles from "../dialogs/dialog.module.css";
import { DialogFooter } from "../dialogs/dialog-footer.tsx";
import { ReasonInput } from "../dialogs/reason-input.tsx";
import { nameOfColumn } from "../grid/column-head.tsx";
import { useSubmit } from "../use-submit.ts";

interface RegenerateDialogProps {
  taskId: string;
  cell: CellAddress;
  column: BenchmarkColumn | undefined;
  /** The seed of the attempt that counts, if known. */
  seed: number | null;
  isUnderWay: boolean;
  makesStale: boolean;
  onClose: () => void;
}

const MODES = ["same", "new", "value"] as const;
type Mode = (typeof MODES)[number];

export const RegenerateDialog = (props: RegenerateDialogProps) => {
  const { taskId, cell, column, isUnderWay, makesStale, onClose } = props;
  const { t } = useTranslation();
  const [requestKey] = useState(newRequestKey);
  const [mode, setMode] = useState<Mode>("new");
  const [value, setValue] = useState<number | null>(props.seed);
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const [confirmsStale, setConfirmsStale] = useState(false);
  const { mutateAsync } = useRegenerate(taskId, cell);
  const { isBusy, error, submit } = useSubmit(onClose);
  const isSeedWrong = mode === "value" && value === null;

  const act = (): void => {
    setIsMissing(reason.trim() === "");
    if (reason.trim() === "" || isSeedWrong) return;
    const seed = mode === "value" ? { mode, value: value ?? 0 } : { mode };
    const body = { seed, reason: reason.trim(), request_key: requestKey, confirms_stale: confirmsStale };
    submit(() => mutateAsync(body));
  };
  return (
    <FormDialog
      title={t("benchmarks.regenerate.title", {
        row: cell.row + 1,
        column: column ? nameOfColumn(column) : cell.col + 1,
      })}
      widthPx={520}
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <DialogFooter
          action={t("benchmarks.regenerate.action")}
          isBusy={isBusy}
          isBlocked={isSeedWrong || (makesStale && !confirmsStale)}
          error={error}
          onCancel={onClose}
          onAct={act}
        />
      }
    >
      <div className={styles.form}>
        {isUnderWay ? <p className={styles.lead}>{t("benchmarks.regenerate.inFlight")}</p> : null}
        <SeedChoice mode={mode} onMode={setMode} value={value} onValue={setValue} seed={props.seed} />
        <ReasonInput
          value={reason}
          hint={t("benchmarks.regenerate.reasonHint")}
          isMissing={isMissing}
          onChange={(next) => {
            setReason(next);
            setIsMissing(false);
          }}
        />
        {makesStale ? (
          <div>
            <Checkbox checked={confirmsStale} onChange={({ target }) => setConfirmsStale(target.checked)}>
              {t("benchmarks.regenerate.stale")}
            </Checkbox>
            <p className={styles.hint}>{t("benchmarks.regenerate.staleHint")}</p>
          </div>
        ) : null}
      </div>
    </FormDialog>
  );
};

interface SeedChoiceProps {
  mode: Mode;
  onMode: (mode: Mode) => void;
  value: number | null;
  onValue: (value: number | null) => void;
  seed: number | null;
}

const SeedChoice = ({ mode, onMode, value, onValue, seed }: SeedChoiceProps) => {
  const { t } = useTranslation();
  const id = useId();
  const label = (each: Mode): string =>
    each === "same" && seed !== null
      ? t("benchmarks.regenerate.sameValue", { seed })
      : t(`benchmarks.regenerate.${each}`);
  return (
    <div>
      <span id={id} className={styles.label}>
        {t("benchmarks.regenerate.seed")}
      </span>
      <Radio.Group
        vertical
        aria-labelledby={id}
        value={mode}
        onChange={({ target }) => onMode(target.value as Mode)}
        options={MODES.map((each) => ({ value: each, label: label(each) }))}
      />
      {mode === "value" ? (
        <>
          <InputNumber<number>
            className={styles.seedInput}
            aria-label={t("benchmarks.regenerate.valueLabel")}
            min={0}
            max={MAX_SEED}
            precision={0}
            value={value}
            status={value === null ? "error" : undefined}
            onChange={onValue}
          />
          {value === null ? (
            <p className={styles.fault}>{t("benchmarks.regenerate.seedFault", { max: MAX_SEED })}</p>
          ) : null}
        </>
      ) : null}
    </div>
  );
};
