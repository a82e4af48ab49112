import type { StorageProfile } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import styles from "./storage.module.css";
import { useTestProfile } from "./storage.queries.ts";

const CHECKS = ["can_list", "can_read", "can_browsers_read"] as const;

/** Tests the storage profile from the server and from the browser, and shows what each can do. */
export const ProfileTest = ({ profile }: { profile: StorageProfile }) => {
  const { t } = useTranslation();
  const { mutate, isPending, data, error } = useTestProfile();
  return (
    <>
      <Button
        loading={isPending}
        aria-label={t("datasets.storage.testOne", { name: profile.name })}
        onClick={() => mutate(profile.id)}
      >
        {t("datasets.storage.test")}
      </Button>
      <div role="status" className={styles.test}>
        {data ? (
          <>
            {CHECKS.map((check) => (
              <StatusTag key={check} tone={toneOf(check, data[check])}>
                {t(`datasets.storage.${check}.${data[check] ? "yes" : "no"}`)}
              </StatusTag>
            ))}
            {data.message === null ? null : <p className={styles.note}>{data.message}</p>}
            {data.can_read && !data.can_browsers_read ? (
              <p className={styles.note}>{t("datasets.storage.cors", { origin: window.location.origin })}</p>
            ) : null}
          </>
        ) : null}
      </div>
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
    </>
  );
};

/** If browsers cannot read, clips still play through the server, so that is only a warning. */
const toneOf = (check: (typeof CHECKS)[number], isFine: boolean) => {
  if (isFine) return "success";
  return check === "can_browsers_read" ? "warning" : "error";
};
