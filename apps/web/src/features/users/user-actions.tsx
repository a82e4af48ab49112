import type { UserInfo } from "@dailies/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCurrentUser } from "../../lib/session.ts";
import { Confirm } from "../../ui/feedback/confirm.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import styles from "./users.module.css";
import { useInviteUser, useUpdateUser } from "./users.queries.ts";

interface UserActionsProps {
  user: UserInfo;
  roles: readonly string[];
}

/** The actions on the user in the drawer; unavailable ones are disabled with a reason. */
export const UserActions = ({ user, roles }: UserActionsProps) => {
  const { t } = useTranslation();
  const isOwn = useCurrentUser().username === user.username;
  const [isEditing, setIsEditing] = useState(false);
  return (
    <div className={styles.footer}>
      {isOwn ? <span className={styles.quiet}>{t("users.ownDisable")}</span> : <SwitchEnabled user={user} />}
      {user.is_enabled && !user.is_password_set ? <InviteAgain user={user} /> : null}
      <Button type="primary" onClick={() => setIsEditing(true)}>
        {t("users.edit.open")}
      </Button>
      {isEditing ? <EditUserDialog user={user} roles={roles} onClose={() => setIsEditing(false)} /> : null}
    </div>
  );
};

const InviteAgain = ({ user }: { user: UserInfo }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutate, isPending } = useInviteUser();
  const invite = (): void =>
    mutate(user.id, { onSuccess: () => void message.success(t("users.invited", { email: user.email })) });
  return (
    <Button loading={isPending} onClick={invite}>
      {t("users.invite")}
    </Button>
  );
};

const SwitchEnabled = ({ user }: { user: UserInfo }) => {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useUpdateUser();
  const act = user.is_enabled ? "disable" : "enable";
  return (
    <>
      <Button danger={user.is_enabled} onClick={() => setIsAsking(true)}>
        {t(`users.${act}.open`)}
      </Button>
      <Confirm
        isOpen={isAsking}
        isDangerous={user.is_enabled}
        title={t(`users.${act}.title`, { name: user.realname })}
        effect={t(`users.${act}.effect`)}
        action={t(`users.${act}.action`, { name: user.realname })}
        onConfirm={() => mutateAsync({ id: user.id, expected_version: user.version, is_enabled: !user.is_enabled })}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
};
