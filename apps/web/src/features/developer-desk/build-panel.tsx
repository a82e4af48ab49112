import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ownBuildId } from "../../lib/build-watch.ts";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Mono } from "../../ui/mono.tsx";
import { Time } from "../../ui/time.tsx";
import styles from "./desk.module.css";
import { healthQuery } from "./developer-desk.queries.ts";
import { RemoveDemo } from "./remove-demo.tsx";

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.factRow}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The builds of the server and of this page; after a deployment they may differ for a while. */
export const BuildPanel = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(healthQuery);
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} />;
  const { version, commit, node, mode, started_at } = data.build;
  const pageBuild = ownBuildId();
  return (
    <div className={styles.card}>
      <dl className={styles.facts}>
        <Fact name={t("desk.build.version")}>{version}</Fact>
        <Fact name={t("desk.build.commit")}>
          <Mono value={commit} shownCharacters={12} copyAs={t("desk.build.commit").toLowerCase()} />
        </Fact>
        <Fact name={t("desk.build.node")}>{node}</Fact>
        <Fact name={t("desk.build.mode")}>{mode}</Fact>
        <Fact name={t("desk.build.startedAt")}>
          <Time at={started_at} />
        </Fact>
        <Fact name={t("desk.build.pageBuild")}>
          {pageBuild ? <Mono value={pageBuild} /> : t("desk.build.developmentPage")}
        </Fact>
      </dl>
      {mode === "production" ? null : <RemoveDemo />}
    </div>
  );
};
