import type { EvaluationDetail } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import boardStyles from "../board/board.module.css";
import { Section } from "../board/section.tsx";
import { GoldDialog } from "./gold-dialog.tsx";

/** Gold pairs: their answer is known, and they measure each rater's attention. */
export const Gold = ({ evaluation }: { evaluation: EvaluationDetail }) => {
  const { t } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  const { gold, plan, status } = evaluation;
  if (plan?.mode !== "pairwise") return null;
  const answer = ({ a, b, expected }: (typeof gold)[number]): string =>
    expected === "tie" ? t("leaderboards.gold.tie") : t("leaderboards.gold.better", { name: expected === "a" ? a : b });
  return (
    <Section title={t("leaderboards.gold.title")} hint={t("leaderboards.gold.hint")}>
      {gold.length > 0 ? (
        <ul className={boardStyles.snapshots}>
          {gold.map((pair) => (
            <li key={pair.id}>
              <span>{t("leaderboards.gold.pair", { row: pair.row + 1, a: pair.a, b: pair.b })}</span>
              <span className={boardStyles.why}>{answer(pair)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={boardStyles.none}>{t("leaderboards.gold.none")}</p>
      )}
      {status === "Benchmarking" ? (
        <div>
          <Button onClick={() => setIsAdding(true)}>{t("leaderboards.gold.open")}</Button>
        </div>
      ) : null}
      {isAdding ? <GoldDialog evaluation={evaluation} onClose={() => setIsAdding(false)} /> : null}
    </Section>
  );
};
