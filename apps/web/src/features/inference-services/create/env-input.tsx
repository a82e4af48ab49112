import { DeleteOutlined } from "@ant-design/icons";
import type { ServiceVariable } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/icon-button.tsx";
import { secretsQuery, useSaveSecret } from "../inference-services.queries.ts";
import styles from "../services.module.css";

interface EnvInputProps {
  /** Given by the form. */
  value?: readonly ServiceVariable[];
  onChange?: (value: readonly ServiceVariable[]) => void;
}

/** Variables with a value, or with the name of a secret whose value never comes back to the page. */
export const EnvInput = ({ value = [], onChange }: EnvInputProps) => {
  const { t } = useTranslation();
  const secrets = useQuery(secretsQuery());
  const options = (secrets.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // A service keeps the secrets of its owner when an administrator changes it.
  const kept = (id: string) =>
    secrets.isSuccess && id !== "" && options.every((option) => option.value !== id)
      ? [{ value: id, label: t("services.env.kept") }]
      : [];
  const set = (at: number, next: ServiceVariable): void => onChange?.(value.with(at, next));
  return (
    <div>
      {value.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while their names are typed.
        <div key={at} className={styles.row}>
          <Input
            value={each.name}
            maxLength={100}
            spellCheck={false}
            aria-label={t("services.env.name", { number: at + 1 })}
            placeholder="HF_HOME"
            onChange={({ target }) => set(at, { ...each, name: target.value })}
          />
          {"value" in each ? (
            <Input
              value={each.value}
              maxLength={4_000}
              aria-label={t("services.env.value", { number: at + 1 })}
              onChange={({ target }) => set(at, { name: each.name, value: target.value })}
            />
          ) : (
            <Select
              value={each.secret_id === "" ? null : each.secret_id}
              options={[...options, ...kept(each.secret_id)]}
              aria-label={t("services.env.secret", { number: at + 1 })}
              placeholder={t("services.env.choose")}
              notFoundContent={t("services.env.none")}
              onChange={(id: string) => set(at, { name: each.name, secret_id: id })}
            />
          )}
          <IconButton
            name={t("services.env.remove", { number: at + 1 })}
            icon={<DeleteOutlined />}
            onClick={() => onChange?.(value.filter((_, other) => other !== at))}
          />
        </div>
      ))}
      <div className={styles.filters}>
        <Button size="small" onClick={() => onChange?.([...value, { name: "", value: "" }])}>
          {t("services.env.addValue")}
        </Button>
        <Button size="small" onClick={() => onChange?.([...value, { name: "", secret_id: "" }])}>
          {t("services.env.addSecret")}
        </Button>
      </div>
      {value.some((each) => "secret_id" in each) ? <NewSecret /> : null}
    </div>
  );
};

const NewSecret = () => {
  const { t } = useTranslation();
  const save = useSaveSecret();
  const [name, setName] = useState("");
  const [secret, setSecret] = useState("");
  const submit = async (): Promise<void> => {
    await save.mutateAsync({ name, value: secret });
    setName("");
    setSecret("");
  };
  return (
    <fieldset className={styles.secret}>
      <legend>{t("services.env.newSecret")}</legend>
      <div className={styles.row}>
        <Input
          value={name}
          maxLength={100}
          spellCheck={false}
          aria-label={t("services.env.secretName")}
          placeholder={t("services.env.secretName")}
          onChange={({ target }) => setName(target.value)}
        />
        <Input.Password
          value={secret}
          maxLength={4_000}
          visibilityToggle={false}
          autoComplete="new-password"
          aria-label={t("services.env.secretValue")}
          placeholder={t("services.env.secretValue")}
          onChange={({ target }) => setSecret(target.value)}
        />
        <Button
          disabled={name === "" || secret === ""}
          loading={save.isPending}
          onClick={() => void submit().catch(() => undefined)}
        >
          {t("services.env.save")}
        </Button>
      </div>
    </fieldset>
  );
};
