import {
  assetKindOf,
  type FieldSpec,
  type FieldValue,
  formatFieldValue,
  type InputValues,
  type PerformerInput,
} from "@dailies/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ChosenAsset } from "../../../shared/asset-picker/lazy-asset-picker.tsx";
import { unitOf } from "../../../shared/schema-form/schema-values.ts";
import styles from "./calls.module.css";

interface InputPairsProps {
  /** Provides the labels; an unknown key is its own label. */
  inputs: readonly PerformerInput[];
  values: InputValues;
}

/** The values of a performer's inputs, one per line. */
export const InputPairs = ({ inputs, values }: InputPairsProps) => {
  const { t } = useTranslation();
  const labels = new Map(inputs.map(({ key, label }) => [key, label]));
  const assets = new Set(inputs.filter((input) => assetKindOf(input) !== undefined).map(({ key }) => key));
  const specs = new Map(inputs.map(({ key, spec }) => [key, spec]));
  const places = [...labels.keys()];
  const placeOf = (key: string): number => (labels.has(key) ? places.indexOf(key) : places.length);
  const entries = Object.entries(values).sort(([one], [other]) => placeOf(one) - placeOf(other));
  if (entries.length === 0) return <p className={styles.quiet}>{t("performers.noValues")}</p>;
  return (
    <dl className={styles.pairs}>
      {entries.map(([key, value]) => (
        <Pair key={key} name={labels.get(key) ?? key}>
          {assets.has(key) && value !== "" ? <ChosenAsset id={String(value)} /> : withUnit(value, specs.get(key))}
        </Pair>
      ))}
    </dl>
  );
};

const withUnit = (value: FieldValue, spec: FieldSpec | undefined): string =>
  `${formatFieldValue(value)}${spec ? unitOf(spec) : ""}`;

const Pair = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
