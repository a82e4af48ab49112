import type { TaskDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { performersQuery } from "../../shared/performer-picker/performers.query.ts";
import { formatCount } from "../../ui/format.ts";
import styles from "./tasks.module.css";
import { taskQuery } from "./tasks.queries.ts";

const source = z.object({ task_id: z.string(), column_ids: z.array(z.string()) });

/** The settings of kinds without a screen. Other fields are not shown. */
const known = z.object({
  source: z.string().optional(),
  output: z.string().optional(),
  performer_id: z.string().optional(),
  sources: z.array(source).optional(),
});

export const TaskSettings = ({ settings }: Pick<TaskDetail, "settings">) => {
  const { t } = useTranslation();
  const read = known.safeParse(settings);
  const { source: from, output, performer_id: performerId, sources } = read.success ? read.data : {};
  return (
    <section aria-labelledby="task-settings">
      <h3 id="task-settings" className={styles.heading}>
        {t("tasks.detail.settings")}
      </h3>
      <dl className={styles.facts}>
        {from === undefined ? null : <Fact name={t("tasks.detail.source")}>{from}</Fact>}
        {performerId === undefined ? null : (
          <Fact name={t("tasks.detail.performer")}>
            <PerformerName id={performerId} />
          </Fact>
        )}
        {output === undefined ? null : <Fact name={t("tasks.detail.output")}>{output}</Fact>}
        {sources === undefined ? null : (
          <Fact name={t("tasks.detail.sources")}>
            <ul className={styles.list}>
              {sources.map((one) => (
                <SourceLine key={one.task_id} source={one} />
              ))}
            </ul>
          </Fact>
        )}
      </dl>
    </section>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const PerformerName = ({ id }: { id: string }) => {
  const { t } = useTranslation();
  const { data } = useQuery(performersQuery);
  return data ? (data.items.find((performer) => performer.id === id)?.name ?? t("shared.performers.gone")) : "…";
};

const SourceLine = ({ source: { task_id: id, column_ids: columnIds } }: { source: z.output<typeof source> }) => {
  const { t, i18n } = useTranslation();
  const { data, isError } = useQuery(taskQuery(id));
  const count = columnIds.length;
  const columns =
    count === 0
      ? t("tasks.create.allColumns")
      : t("tasks.detail.sourceColumns", { count, shown: formatCount(count, i18n.language) });
  return (
    <li>
      {data?.name ?? (isError ? id : "…")} <span className={styles.quiet}>· {columns}</span>
    </li>
  );
};
