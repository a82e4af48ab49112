import { SIGN_ON_REFUSALS } from "@dailies/contract/sign-on/refusals";
import type { SignOnIdentity } from "@dailies/contract/sign-on/routes";
import { useQuery } from "@tanstack/react-query";
import { Alert, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Time } from "../../../ui/time.tsx";
import styles from "../sessions-panel.module.css";
import { signOnIdentitiesQuery, useLinkSignOn, useUnlinkSignOn } from "./sign-on.queries.ts";

/** How the visit at the provider ended, from which the browser has just come back. */
const Outcome = () => {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const outcome = search.get("sign_on");
  if (outcome === "linked") return <Alert type="success" showIcon title={t("auth.signOn.linked")} />;
  const refusal = SIGN_ON_REFUSALS.find((each) => each === outcome);
  return refusal ? <Alert type="error" showIcon title={t(`auth.signOn.refusals.${refusal}`)} /> : null;
};

const IdentityRow = ({ identity }: { identity: SignOnIdentity }) => {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useUnlinkSignOn();
  const { issuer, created_at: createdAt, last_used_at: usedAt } = identity;
  return (
    <li className={styles.row}>
      <div className={styles.device}>
        <span className={styles.name} title={issuer}>
          {issuer}
        </span>
        <span className={styles.facts}>
          {t("auth.signOn.since")} <Time at={createdAt} /> ·{" "}
          {usedAt === null ? (
            t("auth.signOn.neverUsed")
          ) : (
            <>
              {t("auth.signOn.lastUsed")} <Time at={usedAt} />
            </>
          )}
        </span>
      </div>
      <Button
        size="small"
        danger
        aria-label={t("auth.signOn.unlinkNamed", { issuer })}
        onClick={() => setIsAsking(true)}
      >
        {t("auth.signOn.unlink")}
      </Button>
      <Confirm
        isOpen={isAsking}
        isDangerous
        title={t("auth.signOn.unlinkTitle")}
        effect={t("auth.signOn.unlinkHint")}
        action={t("auth.signOn.unlink")}
        onConfirm={() => mutateAsync(identity.id)}
        onClose={() => setIsAsking(false)}
      />
    </li>
  );
};

/** The links of one's own account to single sign-on. */
export const SignOnPanel = ({ name }: { name: string }) => {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useQuery(signOnIdentitiesQuery);
  const { mutate, isPending } = useLinkSignOn();
  if (error && !data) {
    return (
      <ErrorPanel
        title={t("auth.signOn.failed")}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton rows={2} />;
  return (
    <div className={styles.panel}>
      <Outcome />
      <p className={styles.hint}>{t("auth.signOn.hint", { name })}</p>
      {data.items.length === 0 ? (
        <div>
          <Button size="small" loading={isPending} onClick={() => mutate()}>
            {t("auth.signOn.link", { name })}
          </Button>
        </div>
      ) : (
        <ul className={styles.list} aria-label={t("auth.signOn.title")}>
          {data.items.map((identity) => (
            <IdentityRow key={identity.id} identity={identity} />
          ))}
        </ul>
      )}
    </div>
  );
};
