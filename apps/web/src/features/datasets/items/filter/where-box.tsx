import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useDebouncedInput } from "../../../../ui/use-debounced-input.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import { chosenAnew } from "../url-state/item-url-state.ts";
import styles from "./filter.module.css";
import { type ReadWhere, readWhere, type WhereFault } from "./use-filter.ts";

const SETTLE_MS = 500;

/** The filter as text. Invalid input stays here with its error; only valid filters are sent. */
export const WhereBox = () => {
  const { t } = useTranslation();
  const { urlState, dataset } = useBrowser();
  const readText = (text: string): ReadWhere => readWhere(text, dataset.columns);
  const { typed, setTyped, settle } = useDebouncedInput(urlState.values.where, SETTLE_MS, (where) => {
    if (readText(where).ok) urlState.set(chosenAnew({ where }));
  });
  const read = readText(typed);
  const faultId = useId();
  return (
    <div className={styles.where}>
      <label className={styles.whereLine} data-fault={!read.ok || undefined}>
        <span className={styles.whereWord} aria-hidden="true">
          where
        </span>
        <input
          className={styles.whereInput}
          data-where-box=""
          aria-label={t("datasetItems.where.label")}
          aria-invalid={!read.ok}
          aria-describedby={read.ok ? undefined : faultId}
          placeholder={t("datasetItems.where.example")}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          maxLength={4_000}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") settle();
          }}
        />
      </label>
      {read.ok ? null : <FaultLine id={faultId} text={typed} fault={read.fault} />}
    </div>
  );
};

interface FaultLineProps {
  id: string;
  text: string;
  fault: WhereFault;
}

/** Repeats the text with the error underlined; a marker past the end stands for missing input. */
const FaultLine = ({ id, text, fault }: FaultLineProps) => {
  const { t } = useTranslation();
  const { at, end = at, message } = fault;
  return (
    <p id={id} className={styles.fault} role="status">
      {at === undefined ? null : (
        <code className={styles.faultText}>
          {text.slice(0, at)}
          <mark className={styles.faultMark}>{text.slice(at, end) || " "}</mark>
          {text.slice(end)}
        </code>
      )}
      <span>
        {at === undefined ? message : t("datasetItems.where.fault", { message, place: at + 1 })}{" "}
        <span className={styles.quiet}>{t("datasetItems.where.notSent")}</span>
      </span>
    </p>
  );
};
