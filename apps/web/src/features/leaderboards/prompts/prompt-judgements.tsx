import type { Board } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import boardStyles from "../board/board.module.css";
import { Section } from "../board/section.tsx";
import { TallyBar } from "../board/tally-bar.tsx";
import { labelsOf, type OpenPrompt } from "./prompt-entries.ts";

export const PromptJudgements = ({ board, prompt }: { board: Board; prompt: OpenPrompt }) => {
  const { t } = useTranslation();
  const labelOf = labelsOf(board);
  if (prompt.pairs.length === 0) return null;
  return (
    <Section title={t("leaderboards.prompts.votes")} isWide>
      <table className={boardStyles.table}>
        <caption className="ds-visually-hidden">{t("leaderboards.prompts.votes")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("leaderboards.prompts.pair")}</th>
            <th scope="col">{t("leaderboards.prompts.pairVotes")}</th>
          </tr>
        </thead>
        <tbody>
          {prompt.pairs.map(({ a, b, tally }) => (
            <tr key={`${a} ${b}`}>
              <th scope="row">{t("leaderboards.prompts.against", { a: labelOf(a), b: labelOf(b) })}</th>
              <td>
                <TallyBar tally={tally} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
};
