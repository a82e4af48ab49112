import type { TaskItem } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../../lib/paths.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { MAX_COMPARED, MIN_COMPARED } from "../board.rules.ts";
import styles from "../leaderboards.module.css";

interface ComparePicksProps {
  picked: readonly TaskItem[];
  onClear: () => void;
}

/** The tasks selected so far, until there are enough to compare. */
export const ComparePicks = ({ picked, onClear }: ComparePicksProps) => {
  const { t } = useTranslation();
  if (picked.length === 0) return null;
  const isEnough = picked.length >= MIN_COMPARED;
  return (
    <section className={styles.bar} aria-label={t("leaderboards.compare.bar")}>
      <span role="status">
        {t("leaderboards.compare.picked", { count: picked.length })}{" "}
        <span className={styles.quiet}>
          {isEnough ? t("leaderboards.compare.most", { max: MAX_COMPARED }) : t("leaderboards.compare.needTwo")}
        </span>
      </span>
      {isEnough ? (
        <LinkButton isPrimary to={`${PATHS.taskBenchmark}?compare=${picked.map(({ id }) => id).join(",")}`}>
          {t("leaderboards.compare.open")}
        </LinkButton>
      ) : null}
      <Button onClick={onClear}>{t("leaderboards.compare.clear")}</Button>
    </section>
  );
};
