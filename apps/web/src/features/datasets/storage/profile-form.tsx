import type { StorageProfile } from "@dailies/contract";
import { Checkbox, Form, Input, Radio } from "antd";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { ZodForm, type ZodFormParts } from "../../../ui/form/zod-form.tsx";
import { fieldsOf, losesSecret, type ProfileFields, profileForm } from "./profile-draft.ts";
import styles from "./storage.module.css";

type Field = ZodFormParts<typeof profileForm>["Field"];

interface ProfileFormProps {
  profile: StorageProfile | undefined;
  action: string;
  onSubmit: (fields: ProfileFields) => Promise<unknown>;
  onCancel: () => void;
}

export const ProfileForm = ({ profile, action, onSubmit, onCancel }: ProfileFormProps) => {
  const { t } = useTranslation();
  return (
    <ZodForm schema={profileForm} initial={fieldsOf(profile)} onSubmit={onSubmit}>
      {({ Field, isBusy }) => (
        <>
          <Field name="name" label={t("datasets.storage.name")}>
            <Input autoComplete="off" />
          </Field>
          <Field name="is_own_store" label={t("datasets.storage.where")}>
            <Radio.Group
              options={[
                { value: true, label: t("datasets.storage.own") },
                { value: false, label: t("datasets.storage.other") },
              ]}
            />
          </Field>
          <ForeignOnly>
            <ForeignStore Field={Field} profile={profile} />
          </ForeignOnly>
          <div className={styles.pair}>
            <Field name="bucket" label={t("datasets.storage.bucket")}>
              <MonoInput />
            </Field>
            <Field name="prefix" label={t("datasets.storage.prefix")} help={t("datasets.storage.prefixHint")}>
              <MonoInput />
            </Field>
          </div>
          <ForeignOnly>
            <Keys Field={Field} profile={profile} />
          </ForeignOnly>
          <FormButtons action={action} isBusy={isBusy} onCancel={onCancel} />
        </>
      )}
    </ZodForm>
  );
};

/** The console's own store uses the console's keys; only external stores need credentials. */
const ForeignOnly = ({ children }: { children: ReactNode }) =>
  Form.useWatch("is_own_store") === false ? children : null;

/** Form.Item injects the value. */
const MonoInput = (props: { id?: string; value?: string; placeholder?: string }): ReactElement => (
  <Input {...props} autoComplete="off" spellCheck={false} className="ds-mono" />
);

interface PartProps {
  Field: Field;
  profile: StorageProfile | undefined;
}

const ForeignStore = ({ Field, profile }: PartProps) => {
  const { t } = useTranslation();
  const endpoint: unknown = Form.useWatch("endpoint");
  const isLost = typeof endpoint === "string" && losesSecret(profile, endpoint);
  return (
    <>
      <Field
        name="endpoint"
        isNeeded
        label={t("datasets.storage.endpoint")}
        help={
          <>
            {t("datasets.storage.endpointHint")}
            {isLost ? (
              <span role="alert" className={styles.warning}>
                {t("datasets.storage.secretLost")}
              </span>
            ) : null}
          </>
        }
      >
        <MonoInput placeholder="https://" />
      </Field>
      <Field
        name="public_endpoint"
        label={t("datasets.storage.publicEndpoint")}
        help={t("datasets.storage.publicEndpointHint")}
      >
        <MonoInput placeholder="https://" />
      </Field>
      <div className={styles.pair}>
        <Field name="region" label={t("datasets.storage.region")}>
          <MonoInput />
        </Field>
        <Field name="is_path_style" label={t("datasets.storage.style")} valueProp="checked">
          <Checkbox>{t("datasets.storage.pathStyle")}</Checkbox>
        </Field>
      </div>
    </>
  );
};

/** The secret is write-only: the field shows only whether one is set. */
const Keys = ({ Field, profile }: PartProps) => {
  const { t } = useTranslation();
  const hasSecret = profile?.has_secret === true;
  return (
    <div className={styles.pair}>
      <Field name="access_key_id" label={t("datasets.storage.accessKey")} help={t("datasets.storage.accessKeyHint")}>
        <MonoInput />
      </Field>
      <Field
        name="secret_access_key"
        label={t(hasSecret ? "datasets.storage.replaceSecret" : "datasets.storage.secret")}
        help={t(hasSecret ? "datasets.storage.secretIsSet" : "datasets.storage.secretHint")}
      >
        <Input.Password autoComplete="new-password" visibilityToggle={false} />
      </Field>
    </div>
  );
};
