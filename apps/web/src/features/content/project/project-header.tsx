import type { ProjectItem } from "@dailies/contract";
import { PLATFORM_ACCESS } from "@dailies/contract/platform-access";
import { useTranslation } from "react-i18next";
import { AllowedLink } from "../../../shared/allowed-link.tsx";
import { SkeletonLine } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { endUserAddress } from "../content-address.ts";
import { Facts } from "../facts.tsx";
import styles from "./project.module.css";

interface ProjectHeaderProps {
  project: ProjectItem | undefined;
  projectId: string;
}

/** The owner and statistics of a project, with placeholders while loading. */
export const ProjectHeader = ({ project, projectId }: ProjectHeaderProps) => {
  const { t, i18n } = useTranslation();
  const count = (value: number): string => formatCount(value, i18n.language);
  const line = <SkeletonLine width="60%" />;
  return (
    <section className={styles.header} aria-label={t("content.project.label")}>
      <Facts
        facts={[
          {
            label: t("content.project.owner"),
            value: project ? (
              <AllowedLink to={endUserAddress(project.owner_email)} access={PLATFORM_ACCESS.endUsers}>
                {project.owner_email}
              </AllowedLink>
            ) : (
              line
            ),
          },
          {
            label: t("content.project.taskCount"),
            value: project ? <span className="ds-number">{count(project.task_count)}</span> : line,
          },
          {
            label: t("content.project.credits"),
            value: project ? <span className="ds-number">{count(project.credits_spent)}</span> : line,
          },
          { label: t("content.project.created"), value: project ? <Time at={project.created_at} /> : line },
          { label: t("content.project.active"), value: project ? <Time at={project.last_activity} /> : line },
          { label: t("content.id"), value: <Mono value={projectId} copyAs={t("content.idCopy")} /> },
        ]}
      />
    </section>
  );
};
