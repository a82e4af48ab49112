import { INTERNAL_ROLE, type UserItem } from "@dailies/contract";
import { useQueryClient } from "@tanstack/react-query";
import { Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api/api-error.ts";
import { useCurrentUser } from "../../lib/session.ts";
import { FormButtons } from "../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { ZodForm, type ZodFormParts } from "../../ui/form/zod-form.tsx";
import { EditConflict } from "./edit-conflict.tsx";
import { changedFields, type EditedUser, editedSelf, editedUser, isUnchanged } from "./edit-user.rules.ts";
import { PermissionPicker } from "./permission-picker.tsx";
import { RoleInput } from "./role-input.tsx";
import styles from "./users.module.css";
import { userInfoQuery, useUpdateUser } from "./users.queries.ts";

interface EditUserDialogProps {
  user: UserItem;
  roles: readonly string[];
  onClose: () => void;
}

/** What the form is based on: the user as last read, and the initial field values. */
interface Base {
  user: UserItem;
  fields: EditedUser;
}

const useEdit = (user: UserItem, onClose: () => void) => {
  const cache = useQueryClient();
  const { mutateAsync } = useUpdateUser();
  const [base, setBase] = useState<Base>({ user, fields: editedUser.parse(pick(user)) });
  const [conflict, setConflict] = useState<{ theirs: UserItem; mine: EditedUser }>();

  const save = async (mine: Partial<EditedUser>): Promise<void> => {
    const change = changedFields(base.user, mine);
    if (isUnchanged(change)) return onClose();
    try {
      await mutateAsync({ id: user.id, expected_version: base.user.version, ...change });
      onClose();
    } catch (reason) {
      if (!(reason instanceof ApiError) || reason.code !== "conflict") throw reason;
      const theirs = await cache.fetchQuery({ ...userInfoQuery(user.id), staleTime: 0 });
      // Not a conflict but another rejection, such as the last administrator: show its message.
      if (theirs.version === base.user.version) throw reason;
      setConflict({ theirs, mine: { ...base.fields, ...mine } });
    }
  };

  const settle = (fields: EditedUser): void => {
    if (conflict) setBase({ user: conflict.theirs, fields });
    setConflict(undefined);
  };
  return { base, conflict, save, settle };
};

const pick = ({ realname, user_role, perms }: UserItem): EditedUser => ({ realname, user_role, perms });

export const EditUserDialog = ({ user, roles, onClose }: EditUserDialogProps) => {
  const { t } = useTranslation();
  const isOwn = useCurrentUser().username === user.username;
  const { base, conflict, save, settle } = useEdit(user, onClose);
  const form = isOwn ? (
    <ZodForm key={base.user.version} schema={editedSelf} initial={base.fields} onSubmit={save}>
      {(parts) => <OwnFields {...parts} onCancel={onClose} />}
    </ZodForm>
  ) : (
    <ZodForm key={base.user.version} schema={editedUser} initial={base.fields} onSubmit={save}>
      {(parts) => <EditFields {...parts} user={base.user} roles={roles} onCancel={onClose} />}
    </ZodForm>
  );
  return (
    <FormDialog title={t("users.edit.title", { name: user.realname })} widthPx={600} onClose={onClose}>
      {conflict ? (
        <EditConflict
          theirs={conflict.theirs}
          mine={conflict.mine}
          onLoadTheirs={() => settle(pick(conflict.theirs))}
          onKeepMine={() => settle(conflict.mine)}
        />
      ) : (
        form
      )}
    </FormDialog>
  );
};

interface OwnFieldsProps extends ZodFormParts<typeof editedSelf> {
  onCancel: () => void;
}

const OwnFields = ({ Field, isBusy, onCancel }: OwnFieldsProps) => {
  const { t } = useTranslation();
  return (
    <>
      <Field name="realname" label={t("users.realname")}>
        <Input autoComplete="off" />
      </Field>
      <p className={styles.note}>{t("users.ownNote")}</p>
      <FormButtons action={t("users.edit.action")} isBusy={isBusy} onCancel={onCancel} />
    </>
  );
};

interface EditFieldsProps extends ZodFormParts<typeof editedUser> {
  user: UserItem;
  roles: readonly string[];
  onCancel: () => void;
}

const EditFields = ({ Field, isBusy, user, roles, onCancel }: EditFieldsProps) => {
  const { t } = useTranslation();
  return (
    <>
      <Field name="realname" label={t("users.realname")}>
        <Input autoComplete="off" />
      </Field>
      <Field name="user_role" label={t("users.role")} help={t("users.roleHint", { role: INTERNAL_ROLE })}>
        <RoleInput roles={roles} />
      </Field>
      <Field name="perms" label={t("users.perms")}>
        <PermissionPicker held={user.perms} />
      </Field>
      <FormButtons action={t("users.edit.action")} isBusy={isBusy} onCancel={onCancel} />
    </>
  );
};
