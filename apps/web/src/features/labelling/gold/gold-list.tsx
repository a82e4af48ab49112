import type { LabelGold, LabelGoldItem } from "@dailies/contract";
import { Button } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import styles from "./gold.module.css";

interface GoldListProps {
  gold: LabelGold;
  isBusy: boolean;
  onRemove: (key: string) => void;
}

const TONES = { waiting: "info", ready: "success", missing: "warning" } as const;

const answerOf = ({ values }: LabelGoldItem): string =>
  Object.entries(values)
    .map(([field, value]) => `${field}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`)
    .join(", ");

/** The marked items with their answers; a few hundred at most. */
export const GoldList = ({ gold, isBusy, onRemove }: GoldListProps) => {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {t("labelling.gold.list")}
      </h3>
      {gold.items.length === 0 ? (
        <p className={styles.quiet}>{t("labelling.gold.none")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        <div className={styles.frame} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t("labelling.gold.key")}</th>
                <th scope="col">{t("labelling.gold.answer")}</th>
                <th scope="col">{t("labelling.gold.state")}</th>
                <th scope="col">
                  <span className="ds-visually-hidden">{t("labelling.gold.remove")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {gold.items.map((item) => (
                <tr key={item.id}>
                  <th scope="row" className="ds-mono">
                    {item.key}
                  </th>
                  <td>{answerOf(item)}</td>
                  <td>
                    <StatusTag tone={TONES[item.state]}>{t(`labelling.gold.states.${item.state}`)}</StatusTag>
                  </td>
                  <td>
                    <Button
                      size="small"
                      disabled={isBusy}
                      aria-label={t("labelling.gold.removeOf", { key: item.key })}
                      onClick={() => onRemove(item.key)}
                    >
                      {t("labelling.gold.remove")}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};
