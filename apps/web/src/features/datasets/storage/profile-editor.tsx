import type { StorageProfile } from "@dailies/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { wireOf } from "./profile-draft.ts";
import { ProfileForm } from "./profile-form.tsx";
import { ProfileTest } from "./profile-test.tsx";
import styles from "./storage.module.css";
import { useCreateProfile, useDeleteProfile, useUpdateProfile } from "./storage.queries.ts";

interface ProfileEditorProps {
  /** Absent for a new one. */
  profile: StorageProfile | undefined;
  onDone: () => void;
  onCreated: (id: string) => void;
}

export const ProfileEditor = ({ profile, onDone, onCreated }: ProfileEditorProps) =>
  profile ? <KnownProfile profile={profile} onDone={onDone} /> : <NewProfile onDone={onDone} onCreated={onCreated} />;

const NewProfile = ({ onDone, onCreated }: Omit<ProfileEditorProps, "profile">) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [requestKey] = useState(newRequestKey);
  const { mutateAsync } = useCreateProfile();
  return (
    <ProfileForm
      profile={undefined}
      action={t("datasets.storage.create")}
      onCancel={onDone}
      onSubmit={async (fields) => {
        const made = await mutateAsync({ ...wireOf(fields), request_key: requestKey });
        void message.success(t("datasets.storage.created", { name: made.name }));
        // Opens the new profile, where it can be tested.
        onCreated(made.id);
      }}
    />
  );
};

interface KnownProfileProps {
  profile: StorageProfile;
  onDone: () => void;
}

const KnownProfile = ({ profile, onDone }: KnownProfileProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useUpdateProfile(profile.id);
  return (
    <>
      <div className={styles.editorActs}>
        <ProfileTest profile={profile} />
        <DeleteButton profile={profile} onDone={onDone} />
      </div>
      <ProfileForm
        profile={profile}
        action={t("datasets.storage.save")}
        onCancel={onDone}
        onSubmit={async (fields) => {
          await mutateAsync({ ...wireOf(fields), expect_revision: profile.revision });
          void message.success(t("datasets.storage.saved", { name: fields.name }));
        }}
      />
    </>
  );
};

const DeleteButton = ({ profile, onDone }: KnownProfileProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useDeleteProfile();
  const [isAsking, setIsAsking] = useState(false);
  const { id, name, datasets } = profile;
  return (
    <>
      <Button danger disabled={datasets > 0} onClick={() => setIsAsking(true)}>
        {t("datasets.storage.delete")}
      </Button>
      {datasets > 0 ? <span className={styles.when}>{t("datasets.storage.inUse")}</span> : null}
      <Confirm
        isOpen={isAsking}
        isDangerous
        title={t("datasets.storage.deleteTitle", { name })}
        effect={t("datasets.storage.deleteEffect")}
        action={t("datasets.storage.delete")}
        onClose={() => setIsAsking(false)}
        onConfirm={async () => {
          await mutateAsync(id);
          void message.success(t("datasets.storage.deleted", { name }));
          onDone();
        }}
      />
    </>
  );
};
