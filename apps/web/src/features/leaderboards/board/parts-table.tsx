import type { BoardAxis } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatDecimal, formatPercent } from "../../../ui/format.ts";
import { inOrder } from "../board.rules.ts";
import styles from "./board.module.css";
import { Section } from "./section.tsx";

/** Answer counts by option or key, for axes without a single number. */
export const PartsTable = ({ axis }: { axis: BoardAxis }) => {
  const { t, i18n } = useTranslation();
  if (axis.parts.length === 0) return null;
  const isShare = axis.kind === "list";
  const write = (value: number): string =>
    isShare ? formatPercent(value, 0, i18n.language) : formatDecimal(value, 2, i18n.language);
  const shown = inOrder(axis);
  return (
    <Section
      title={t("leaderboards.parts.title", { axis: axis.name })}
      hint={t(isShare ? "leaderboards.parts.shares" : "leaderboards.parts.means")}
      isWide
    >
      <table className={styles.matrix}>
        <caption className="ds-visually-hidden">{t("leaderboards.parts.title", { axis: axis.name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t("leaderboards.parts.answer")}</th>
            {shown.map(({ entry, label }) => (
              <th key={entry} scope="col" title={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {axis.parts.map(({ key, values }) => (
            <tr key={key}>
              <th scope="row">{key}</th>
              {shown.map(({ entry }) => {
                const value = values[entry] ?? null;
                return <td key={entry}>{value === null ? t("leaderboards.none") : write(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
};
