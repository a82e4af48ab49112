import { comparesClips, type DatasetColumn } from "@dailies/contract";
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format.ts";
import createStyles from "../create/create.module.css";
import { Labelled } from "../create/labelled.tsx";
import type { StepProps } from "../create/step-props.ts";
import { missingIn } from "../create/task-draft.ts";
import { pairsOf } from "./parse-pairs.ts";

interface PairColumnProps {
  columns: readonly DatasetColumn[];
  value: string | undefined;
  onChange: (column: string) => void;
  fault?: string | undefined;
}

/** The column that names the clip which each item is compared with. */
export const PairColumn = ({ columns, value, onChange, fault }: PairColumnProps) => {
  const { t } = useTranslation();
  const offered = columns.filter(({ type, is_indexed }) => is_indexed && type === "text");
  return (
    <Labelled label={t("labelling.pairs.column")} help={t("labelling.pairs.columnHelp")} fault={fault}>
      {(id) => (
        <Select<string>
          id={id}
          showSearch
          placeholder={t("labelling.pairs.columnHint")}
          value={value}
          options={offered.map(({ name }) => ({ value: name, label: name }))}
          onChange={onChange}
        />
      )}
    </Labelled>
  );
};

/** How many pairs a list has, or which of its lines is not one. */
export const PairsFound = ({ keysText }: { keysText: string }) => {
  const { t, i18n } = useTranslation();
  const { keys, badLine } = pairsOf(keysText);
  const words =
    badLine === undefined
      ? t("labelling.pairs.found", { count: keys.length, shown: formatCount(keys.length, i18n.language) })
      : t("labelling.pairs.badLine", { line: badLine });
  return (
    <p role="status" className={badLine === undefined ? createStyles.quiet : createStyles.fault}>
      {words}
    </p>
  );
};

/** Where the second clips come from, for a form that compares two. Items of an earlier task keep theirs. */
export const PairSource = ({ draft, onChange, dataset, areFaultsShown }: StepProps) => {
  const { t } = useTranslation();
  if (!comparesClips(draft.content.fields) || draft.sourceKind === "disagreements") return null;
  if (draft.sourceKind === "keys") return <PairsFound keysText={draft.keysText} />;
  const isMissing = areFaultsShown && missingIn(draft, "template").includes("pairs");
  return (
    <PairColumn
      columns={dataset?.columns ?? []}
      value={draft.pairColumn}
      onChange={(pairColumn) => onChange({ pairColumn })}
      fault={isMissing ? t("labelling.pairs.missing") : undefined}
    />
  );
};
