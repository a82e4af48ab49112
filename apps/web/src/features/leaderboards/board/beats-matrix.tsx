import type { BoardAxis } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { formatCount, formatPercent } from "../../../ui/format.ts";
import { inOrder } from "../board.rules.ts";
import styles from "./board.module.css";
import { Section } from "./section.tsx";

/** A hundred entries would make ten thousand cells; the download contains all of them. */
const MOST_SHOWN = 20;
const STRONGEST_TINT = 40;
const EVEN = 0.5;

/** Tints likely wins; unlikely ones are their mirror and stay plain. */
const tintOf = (chance: number): string | undefined =>
  chance > EVEN
    ? `color-mix(in srgb, var(--ds-accent) ${Math.round((chance - EVEN) * 2 * STRONGEST_TINT)}%, var(--ds-surface))`
    : undefined;

/** The probability that each entry is better than each other one. */
export const BeatsMatrix = ({ axis }: { axis: BoardAxis }) => {
  const { t, i18n } = useTranslation();
  if (axis.beats.length < 2) return null;
  const shown = inOrder(axis).slice(0, MOST_SHOWN);
  const { length: of } = axis.entries;
  const cut =
    of > MOST_SHOWN
      ? t("leaderboards.beats.cut", { shown: MOST_SHOWN, of: formatCount(of, i18n.language) })
      : undefined;
  const rule = t(axis.kind === "choice" ? "leaderboards.beats.ruleOfPairs" : "leaderboards.beats.rule");
  const hint = [cut, t("leaderboards.beats.hint"), rule].filter(Boolean).join(" ");
  return (
    <Section title={t("leaderboards.beats.title")} hint={hint} isWide>
      <table className={styles.matrix}>
        <caption className="ds-visually-hidden">{t("leaderboards.beats.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("leaderboards.beats.corner")}</th>
            {shown.map(({ entry, label }) => (
              <th key={entry} scope="col" title={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ entry: row, label }) => (
            <tr key={row}>
              <th scope="row" title={label}>
                {label}
              </th>
              {shown.map(({ entry: column }) => (
                <Chance key={column} chance={row === column ? undefined : (axis.beats[row]?.[column] ?? null)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
};

/** Undefined against itself, null if the two were never compared, not even transitively. */
const Chance = ({ chance }: { chance: number | null | undefined }) => {
  const { t, i18n } = useTranslation();
  if (chance === undefined) return <td className={styles.itself} />;
  if (chance === null) return <td className={styles.none}>{t("leaderboards.none")}</td>;
  return <td style={{ background: tintOf(chance) }}>{formatPercent(chance, 0, i18n.language)}</td>;
};
