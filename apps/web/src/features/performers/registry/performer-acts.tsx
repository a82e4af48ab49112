import type { PerformerItem } from "@dailies/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { HealthTag } from "../../../shared/performer-picker/health-dot.tsx";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatDuration } from "../../../ui/format.ts";
import { playgroundAddress } from "../paths.ts";
import { useDeletePerformer, useTestPerformer, useUpdatePerformer } from "../performers.queries.ts";
import { registrationOf } from "./performer-draft.ts";
import styles from "./registry.module.css";

interface PerformerActsProps {
  performer: PerformerItem;
  onDeleted: () => void;
}

/** The actions of a performer besides editing. */
export const PerformerActs = ({ performer, onDeleted }: PerformerActsProps) => {
  const { t } = useTranslation();
  const go = useNavigate();
  return (
    <div className={styles.acts}>
      <HealthTag performer={performer} />
      <TestButton performer={performer} />
      <Button onClick={() => void go(playgroundAddress({ performer: performer.id }))}>
        {t("performers.registry.use")}
      </Button>
      <EnableButton performer={performer} />
      <DeleteButton performer={performer} onDeleted={onDeleted} />
    </div>
  );
};

const TestButton = ({ performer }: { performer: PerformerItem }) => {
  const { t } = useTranslation();
  const { mutate, isPending, data } = useTestPerformer();
  const words =
    data &&
    t(data.is_ok ? "performers.registry.answers" : "performers.registry.silent", {
      time: formatDuration(data.took_ms),
      message: data.message,
    });
  return (
    <>
      <Button loading={isPending} onClick={() => mutate(performer.id)}>
        {t("performers.registry.test")}
      </Button>
      <span role="status">{words ? <StatusTag tone={data.is_ok ? "success" : "error"}>{words}</StatusTag> : null}</span>
    </>
  );
};

const EnableButton = ({ performer }: { performer: PerformerItem }) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useUpdatePerformer();
  const { id, revision, is_enabled } = performer;
  return (
    <Button
      loading={isPending}
      onClick={() => mutate({ ...registrationOf(performer), id, expected_revision: revision, is_enabled: !is_enabled })}
    >
      {t(is_enabled ? "performers.registry.disable" : "performers.registry.enable")}
    </Button>
  );
};

const DeleteButton = ({ performer, onDeleted }: PerformerActsProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useDeletePerformer();
  const [isAsking, setIsAsking] = useState(false);
  const { id, name } = performer;
  return (
    <>
      <Button danger onClick={() => setIsAsking(true)}>
        {t("performers.registry.delete")}
      </Button>
      <Confirm
        isOpen={isAsking}
        isDangerous
        title={t("performers.registry.deleteTitle", { name })}
        effect={t("performers.registry.deleteEffect")}
        action={t("performers.registry.delete")}
        onClose={() => setIsAsking(false)}
        onConfirm={async () => {
          await mutateAsync(id);
          void message.success(t("performers.registry.deleted", { name }));
          onDeleted();
        }}
      />
    </>
  );
};
