import type { ServiceDetail } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { Time } from "../../../ui/time.tsx";
import { useDeployService } from "../inference-services.queries.ts";
import { configDiff, isChanging } from "../services.rules.ts";
import { ConfigChanges } from "./config-changes.tsx";
import styles from "./detail.module.css";

type Deploy = ServiceDetail["deploys"][number];

const TONES: Record<Deploy["status"], StatusTone> = {
  Waiting: "neutral",
  Running: "info",
  Finished: "success",
  Failed: "error",
};

/** Every deploy with what it changed, the newest first. Rolling back writes a former configuration as a new deploy. */
export const DeploysView = ({ one }: { one: ServiceDetail }) => {
  const { t } = useTranslation();
  const [target, setTarget] = useState<number>();
  const { mutateAsync } = useDeployService(one.id);
  const newest = one.deploys[0]?.number;
  const mayRollBack = one.may_change && !isChanging(one) && one.status !== "paused";
  return (
    <section aria-labelledby="service-deploys">
      <h3 id="service-deploys" className={styles.heading}>
        {t("services.deploys.title")}
      </h3>
      <ol className={styles.deploys}>
        {one.deploys.map((deploy, at) => (
          <li key={deploy.number}>
            <DeployEntry deploy={deploy} before={one.deploys[at + 1]} />
            {mayRollBack && deploy.number !== newest ? (
              <Button size="small" onClick={() => setTarget(deploy.number)}>
                {t("services.deploys.rollback", { number: deploy.number })}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
      <Confirm
        isOpen={target !== undefined}
        title={t("services.act.rollbackTitle", { name: one.name, number: target ?? 0 })}
        effect={t("services.act.rollbackEffect")}
        action={t("services.deploys.rollback", { number: target ?? 0 })}
        onConfirm={() =>
          mutateAsync({
            kind: "rollback",
            number: target ?? 0,
            expect_revision: one.revision,
            request_key: newRequestKey(),
          })
        }
        onClose={() => setTarget(undefined)}
      />
    </section>
  );
};

const DeployEntry = ({ deploy, before }: { deploy: Deploy; before: Deploy | undefined }) => {
  const { t } = useTranslation();
  return (
    <div>
      <p className={styles.line}>
        <strong className="ds-number">{deploy.number}</strong> {t(`services.deploys.kind.${deploy.kind}`)}{" "}
        {deploy.from_number === null ? null : t("services.deploys.to", { number: deploy.from_number })}{" "}
        <StatusTag tone={TONES[deploy.status]}>{t(`services.deploys.status.${deploy.status}`)}</StatusTag>{" "}
        <span className={styles.quiet}>
          {t("services.deploys.by", { name: deploy.created_by })} <Time at={deploy.created_at} />
        </span>
      </p>
      {deploy.message ? <p className={styles.fault}>{deploy.message}</p> : null}
      <Difference deploy={deploy} before={before} />
    </div>
  );
};

const Difference = ({ deploy, before }: { deploy: Deploy; before: Deploy | undefined }) => {
  const { t } = useTranslation();
  if (!before) return <p className={styles.quiet}>{t("services.deploys.first")}</p>;
  // Earlier deploys did not record their model, which says nothing about a change.
  const hasModels = before.model !== null && deploy.model !== null;
  const asked = ({ model, config }: Deploy): object => ({ ...(hasModels && { model }), ...config });
  const changes = configDiff(asked(before), asked(deploy));
  if (changes.length === 0) return <p className={styles.quiet}>{t("services.deploys.same")}</p>;
  return <ConfigChanges changes={changes} />;
};
