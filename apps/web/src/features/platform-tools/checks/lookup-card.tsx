import { Button, Input } from "antd";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import styles from "../tools.module.css";
import { Card } from "./card.tsx";

/** Looks up an end user by email address. */
export const LookupCard = () => {
  const { t } = useTranslation();
  const id = useId();
  const navigate = useNavigate();
  const [address, setAddress] = useState("");
  const open = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = address.trim();
    void navigate(wanted === "" ? PATHS.platformUser : `${PATHS.platformUser}?user=${encodeURIComponent(wanted)}`);
  };
  return (
    <Card isWide title={t("tools.lookup.title")} about={t("tools.lookup.about")}>
      <form className={styles.actions} onSubmit={open}>
        <label htmlFor={id} className="ds-visually-hidden">
          {t("tools.lookup.label")}
        </label>
        <Input
          id={id}
          className={styles.grow}
          value={address}
          placeholder={t("tools.lookup.label")}
          autoComplete="off"
          onChange={(event) => setAddress(event.target.value)}
        />
        <Button htmlType="submit">{t("tools.lookup.open")}</Button>
      </form>
    </Card>
  );
};
