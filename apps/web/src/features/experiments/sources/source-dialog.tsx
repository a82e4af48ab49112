import type { RunSourceItem, RunSourceLogin } from "@dailies/contract";
import { createRunSourceBody, RUN_SOURCE_LOGINS } from "@dailies/contract/experiments/source-schemas";
import { Checkbox, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { FormField } from "../../../ui/form/form-field.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { useCreateSource, useUpdateSource } from "./sources.queries.ts";

const LOGINS = ["kept", ...RUN_SOURCE_LOGINS] as const;
type LoginChoice = (typeof LOGINS)[number];

/** The fields of a login beside each other, as a form has them. */
const fields = createRunSourceBody.omit({ request_key: true, kind: true, login: true }).extend({
  token: z.string().max(2_000).optional(),
  username: z.string().max(200).optional(),
  password: z.string().max(500).optional(),
});
type Values = z.output<typeof fields>;

/** The server says what is wrong with a part that is missing. */
const loginOf = (
  choice: LoginChoice,
  { token = "", username = "", password = "" }: Values,
): RunSourceLogin | undefined => {
  if (choice === "kept") return undefined;
  if (choice === "token") return { kind: "token", token };
  return choice === "password" ? { kind: "password", username, password } : { kind: "none" };
};

interface SourceDialogProps {
  /** Absent for a new one. */
  one?: RunSourceItem;
  onClose: () => void;
}

/** Registers an MLflow server or changes one. The server checks the connection before it saves. */
export const SourceDialog = ({ one, onClose }: SourceDialogProps) => {
  const { t } = useTranslation();
  const [requestKey] = useState(newRequestKey);
  const hasLogin = one !== undefined && one.login_kind !== "none";
  const [choice, setChoice] = useState<LoginChoice>(hasLogin ? "kept" : "none");
  const create = useCreateSource();
  const update = useUpdateSource(one?.id ?? "");
  const title = one ? t("experiments.sources.form.edit", { name: one.name }) : t("experiments.sources.form.new");
  const save = async (values: Values): Promise<void> => {
    const { name, address, is_check_skipped } = values;
    const login = loginOf(choice, values);
    const body = { name, address, is_check_skipped, ...(login && { login }) };
    if (one) await update.mutateAsync({ ...body, expect_revision: one.revision });
    else await create.mutateAsync({ ...body, request_key: requestKey });
  };
  return (
    <FormDialog title={title} isBusy={create.isPending || update.isPending} onClose={onClose}>
      {(close) => (
        <ZodForm
          schema={fields}
          initial={{ name: one?.name, address: one?.address ?? undefined, is_check_skipped: false }}
          onSubmit={async (values) => {
            await save(values);
            close();
          }}
        >
          {({ Field, isBusy }) => (
            <>
              <Field name="name" label={t("experiments.sources.form.name")}>
                <Input maxLength={60} autoComplete="off" />
              </Field>
              <Field
                name="address"
                label={t("experiments.sources.form.address")}
                help={t("experiments.sources.form.addressHelp")}
              >
                <Input placeholder="http://mlflow:5000" autoComplete="off" spellCheck={false} />
              </Field>
              <LoginChoiceField hasLogin={hasLogin} value={choice} onChange={setChoice} />
              {choice === "token" ? (
                <Field name="token" isNeeded label={t("experiments.sources.form.token")}>
                  <Input.Password autoComplete="new-password" visibilityToggle={false} />
                </Field>
              ) : null}
              {choice === "password" ? (
                <>
                  <Field name="username" isNeeded label={t("experiments.sources.form.username")}>
                    <Input autoComplete="off" />
                  </Field>
                  <Field name="password" isNeeded label={t("experiments.sources.form.password")}>
                    <Input.Password autoComplete="new-password" visibilityToggle={false} />
                  </Field>
                </>
              ) : null}
              <Field name="is_check_skipped" label={t("experiments.sources.form.check")} valueProp="checked">
                <Checkbox>{t("experiments.sources.form.skip")}</Checkbox>
              </Field>
              <FormButtons
                action={one ? t("experiments.sources.form.save") : t("experiments.sources.form.register")}
                isBusy={isBusy}
                onCancel={close}
              />
            </>
          )}
        </ZodForm>
      )}
    </FormDialog>
  );
};

interface LoginChoiceFieldProps {
  hasLogin: boolean;
  value: LoginChoice;
  onChange: (choice: LoginChoice) => void;
}

const LoginChoiceField = ({ hasLogin, value, onChange }: LoginChoiceFieldProps) => {
  const { t } = useTranslation();
  return (
    <FormField
      label={t("experiments.sources.form.login")}
      help={hasLogin ? t("experiments.sources.form.loginKept") : t("experiments.sources.form.loginHelp")}
    >
      {(id) => (
        <Select<LoginChoice>
          id={id}
          value={value}
          options={LOGINS.filter((each) => each !== "kept" || hasLogin).map((each) => ({
            value: each,
            label: t(`experiments.sources.login.${each}`),
          }))}
          onChange={onChange}
        />
      )}
    </FormField>
  );
};
