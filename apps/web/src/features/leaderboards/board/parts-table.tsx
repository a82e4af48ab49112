import type { BoardAxis } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { inOrder } from "../board.rules.ts";
import styles from "./board.module.css";
import { ScoreOrPoint } from "./score.tsx";
import { Section } from "./section.tsx";

/** Answer counts by option or key, for axes without a single number. */
export const PartsTable = ({ axis }: { axis: BoardAxis }) => {
  const { t } = useTranslation();
  if (axis.parts.length === 0) return null;
  const isShare = axis.kind === "list";
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
          {axis.parts.map(({ key, values, intervals }) => (
            <tr key={key}>
              <th scope="row">{key}</th>
              {shown.map(({ entry }) => {
                const value = values[entry] ?? null;
                return (
                  <td key={entry}>
                    {value === null ? (
                      t("leaderboards.none")
                    ) : (
                      <ScoreOrPoint kind={axis.kind} value={value} interval={intervals[entry] ?? null} />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
};
