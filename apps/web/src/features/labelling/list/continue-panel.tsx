import { CaretRightOutlined } from "@ant-design/icons";
import type { LabelTaskItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { labelTaskAddress } from "../../../lib/paths.ts";
import { useKey } from "../../../lib/use-key.ts";
import { formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { openTasksQuery } from "../labelling.queries.ts";
import { LABEL_LIST_KEYS } from "../labelling.shortcuts.ts";
import styles from "./list.module.css";

const hasWork = ({ status, progress, mine }: LabelTaskItem): boolean =>
  status === "Open" && (mine.leased > 0 || progress.labels_done < progress.labels_total);

/** Reserved items first, before they go to somebody else; then the last one worked on; then the order of the list. */
const rank = ({ mine, is_asked }: LabelTaskItem): [number, number] => {
  if (mine.leased > 0) return [0, Date.parse(mine.leased_until ?? "9999-01-01T00:00:00Z")];
  if (mine.last_at !== null) return [1, -Date.parse(mine.last_at)];
  return [is_asked ? 2 : 3, 0];
};

/** The task to continue; undefined if none waits for the user. */
const nextTaskOf = (tasks: readonly LabelTaskItem[]): LabelTaskItem | undefined =>
  tasks
    .filter(hasWork)
    .filter(({ is_asked, mine }) => is_asked || mine.leased > 0 || mine.submitted > 0)
    .map((task) => ({ task, rank: rank(task) }))
    .toSorted(({ rank: [a, b] }, { rank: [c, d] }) => a - c || b - d)
    .map(({ task }) => task)[0];

/** The task to go on with, before everything else on the page. */
export const ContinuePanel = () => {
  const { data } = useQuery(openTasksQuery);
  const task = data && nextTaskOf(data);
  return task ? <Continue task={task} /> : null;
};

const Continue = ({ task }: { task: LabelTaskItem }) => {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const count = (value: number): string => formatCount(value, i18n.language);
  const { mine, progress } = task;
  const resume = (): void => void navigate(labelTaskAddress(task.id));
  useKey(LABEL_LIST_KEYS.resume.keys, resume);
  return (
    <section className={styles.next} aria-label={t("labelling.next.title")}>
      <div className={styles.nextWords}>
        <strong className={styles.nextName}>{task.name}</strong>
        <span className={`${styles.quiet} ds-number`}>
          {t("labelling.work.mine", { count: mine.submitted, shown: count(mine.submitted) })}
          {" · "}
          {t("labelling.next.left", {
            count: progress.labels_total - progress.labels_done,
            shown: count(progress.labels_total - progress.labels_done),
          })}
          {mine.leased > 0 ? ` · ${t("labelling.next.leased", { count: mine.leased, shown: count(mine.leased) })}` : ""}
          {mine.leased > 0 && mine.leased_until ? (
            <>
              {" "}
              {t("labelling.next.until")} <Time at={mine.leased_until} />
            </>
          ) : null}
        </span>
      </div>
      <Button type="primary" size="large" icon={<CaretRightOutlined aria-hidden="true" />} onClick={resume}>
        {t(mine.submitted > 0 || mine.leased > 0 ? "labelling.next.resume" : "labelling.next.start")}
      </Button>
    </section>
  );
};
