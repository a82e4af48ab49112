import type { UserInfo } from "@dailies/contract";
import { Button, Input } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../lib/session.ts";
import { Confirm } from "../../ui/feedback/confirm.tsx";
import styles from "./users.module.css";
import { useResetSecondFactor } from "./users.queries.ts";

/** Whether the user has a second factor; users who may edit users can reset one that was lost. */
export const SecondFactorLine = ({ user }: { user: UserInfo }) => {
  const { t } = useTranslation();
  const mayReset = useCan()({ permission: "USER_MANAGE_W" });
  const [isAsking, setIsAsking] = useState(false);
  if (!user.has_second_factor) return <p className={styles.quiet}>{t("users.secondFactor.none")}</p>;
  return (
    <>
      <p>{t("users.secondFactor.app")}</p>
      {mayReset ? (
        <Button danger size="small" onClick={() => setIsAsking(true)}>
          {t("users.secondFactor.reset")}
        </Button>
      ) : null}
      <ResetQuestion user={user} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  );
};

const ResetQuestion = ({ user, isOpen, onClose }: { user: UserInfo; isOpen: boolean; onClose: () => void }) => {
  const { t } = useTranslation();
  const { mutateAsync } = useResetSecondFactor();
  const [reason, setReason] = useState("");
  const id = useId();
  return (
    <Confirm
      isOpen={isOpen}
      isDangerous
      title={t("users.secondFactor.resetTitle", { name: user.realname })}
      effect={
        <>
          <p>{t("users.secondFactor.resetEffect")}</p>
          <label htmlFor={id}>{t("users.secondFactor.reason")}</label>
          <Input id={id} value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </>
      }
      action={t("users.secondFactor.reset")}
      onConfirm={() => mutateAsync({ id: user.id, reason: reason.trim() })}
      onClose={onClose}
    />
  );
};
