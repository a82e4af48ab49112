import type { EvaluationDetail } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount } from "../../../ui/format.ts";
import boardStyles from "../board/board.module.css";
import { Section } from "../board/section.tsx";
import { AddRaters } from "./add-raters.tsx";
import { useChangeRaters } from "./judging.queries.ts";

type Rater = EvaluationDetail["raters"][number];

/** The raters with their progress and attention checks. */
export const Raters = ({ evaluation }: { evaluation: EvaluationDetail }) => {
  const { t } = useTranslation();
  const { task_id, raters, status } = evaluation;
  const { mutateAsync } = useChangeRaters(task_id);
  const [leaving, setLeaving] = useState<Rater>();
  const names = raters.map(({ username }) => username);
  const canChange = status !== "Finished";
  return (
    <Section title={t("leaderboards.raters.title")} hint={t("leaderboards.raters.hint")}>
      {raters.length > 0 ? (
        <RaterTable raters={raters} onRemove={canChange ? setLeaving : undefined} />
      ) : (
        <p className={boardStyles.none}>{t("leaderboards.raters.none")}</p>
      )}
      {canChange ? <AddRaters onAdd={(added) => mutateAsync([...new Set([...names, ...added])])} /> : null}
      {leaving ? (
        <Confirm
          isOpen
          title={t("leaderboards.raters.removeTitle", { name: leaving.username })}
          effect={t("leaderboards.raters.removeEffect")}
          action={t("leaderboards.raters.remove")}
          onConfirm={() => mutateAsync(names.filter((name) => name !== leaving.username))}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
    </Section>
  );
};

interface RaterTableProps {
  raters: readonly Rater[];
  onRemove: ((rater: Rater) => void) | undefined;
}

const RaterTable = ({ raters, onRemove }: RaterTableProps) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  return (
    <div className={boardStyles.frame}>
      <table className={boardStyles.table}>
        <caption className="ds-visually-hidden">{t("leaderboards.raters.title")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("leaderboards.raters.name")}</th>
            <th scope="col">{t("leaderboards.raters.blindness")}</th>
            <th scope="col" className={boardStyles.numeric}>
              {t("leaderboards.raters.submitted")}
            </th>
            <th scope="col" className={boardStyles.numeric}>
              {t("leaderboards.raters.skipped")}
            </th>
            <th scope="col" className={boardStyles.numeric} title={t("leaderboards.raters.goldHint")}>
              {t("leaderboards.raters.gold")}
            </th>
            <th scope="col">{t("leaderboards.actions")}</th>
          </tr>
        </thead>
        <tbody>
          {raters.map((rater) => (
            <tr key={rater.id}>
              <th scope="row">{rater.username}</th>
              <td>
                {rater.informed === null ? (
                  t("leaderboards.raters.blind")
                ) : (
                  <StatusTag tone="warning">{t(`leaderboards.raters.informed.${rater.informed}`)}</StatusTag>
                )}
              </td>
              <td className={boardStyles.numeric}>{count(rater.submitted)}</td>
              <td className={boardStyles.numeric}>{count(rater.skipped)}</td>
              <td className={boardStyles.numeric}>
                {rater.gold_of === 0
                  ? t("leaderboards.none")
                  : t("leaderboards.raters.goldOf", { right: count(rater.gold_right), of: count(rater.gold_of) })}
              </td>
              <td>
                {onRemove ? (
                  <Button
                    size="small"
                    aria-label={t("leaderboards.raters.removeName", { name: rater.username })}
                    onClick={() => onRemove(rater)}
                  >
                    {t("leaderboards.raters.remove")}
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
