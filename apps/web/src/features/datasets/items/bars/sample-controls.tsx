import { SAMPLE_STRATEGIES } from "@dailies/contract";
import { Select } from "antd";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../../ui/icon-button.tsx";
import { useBrowser } from "../url-state/browser-context.ts";
import { chosenAnew, MAX_SEED, newSeed } from "../url-state/item-url-state.ts";
import styles from "./bars.module.css";

const COUNTS = [30, 60, 120, 250, 500];
const STRATA = ["text", "boolean", "integer"];

/** The parameters of a sample: the same seed always draws the same items. */
export const SampleControls = () => {
  const { t } = useTranslation();
  const { urlState, indexed } = useBrowser();
  const { seed, count, strategy, by } = urlState.values;
  const strata = indexed.filter(({ type, name }) => STRATA.includes(type) && name !== "key" && name !== "caption");
  const [first] = strata;
  return (
    <>
      <SeedBox key={seed} seed={seed} onChange={(next) => urlState.set(chosenAnew({ seed: next }))} />
      <IconButton
        name={t("datasetItems.sample.dice")}
        icon={<DiceIcon />}
        onClick={() => urlState.set(chosenAnew({ seed: newSeed() }))}
      />
      <Select
        aria-label={t("datasetItems.sample.count")}
        value={count}
        options={[...new Set([...COUNTS, count])]
          .sort((a, b) => a - b)
          .map((value) => ({ value, label: t("datasetItems.sample.clips", { count: value }) }))}
        onChange={(next) => urlState.set(chosenAnew({ count: next }))}
      />
      <Select
        aria-label={t("datasetItems.sample.strategy")}
        value={strategy}
        popupMatchSelectWidth={false}
        options={SAMPLE_STRATEGIES.map((value) => ({
          value,
          label: t(`datasetItems.sample.${value}`),
          disabled: value === "stratified" && first === undefined,
        }))}
        onChange={(next) =>
          urlState.set(
            chosenAnew({ strategy: next, by: next === "stratified" && by === "" ? (first?.name ?? "") : by }),
          )
        }
      />
      {strategy === "stratified" ? (
        <Select
          aria-label={t("datasetItems.sample.by")}
          value={by}
          popupMatchSelectWidth={false}
          options={strata.map(({ name }) => ({
            value: name,
            label: t("datasetItems.sample.evenly", { column: name }),
          }))}
          onChange={(next) => urlState.set(chosenAnew({ by: next }))}
        />
      ) : null}
    </>
  );
};

const DOTS = [
  [5, 5],
  [11, 5],
  [8, 8],
  [5, 11],
  [11, 11],
] as const;

const DiceIcon = () => (
  <svg className={styles.dice} viewBox="0 0 16 16" aria-hidden="true">
    <rect x="1.5" y="1.5" width="13" height="13" rx="3" />
    {DOTS.map(([x, y]) => (
      <circle key={`${x} ${y}`} cx={x} cy={y} r="1.2" />
    ))}
  </svg>
);

const SeedBox = ({ seed, onChange }: { seed: number; onChange: (seed: number) => void }) => {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState(String(seed));
  const value = Number(typed);
  const isValid = /^\d+$/.test(typed) && value <= MAX_SEED;
  const commit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (isValid && value !== seed) onChange(value);
  };
  return (
    <form className={styles.seed} onSubmit={commit}>
      <label htmlFor={id}>{t("datasetItems.sample.seed")}</label>
      <input
        id={id}
        className={styles.seedInput}
        inputMode="numeric"
        aria-invalid={!isValid}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => commit()}
      />
    </form>
  );
};
