import { CONFIG_KEY, type declaredConfig } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Modal } from "antd";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { knownKeysQuery, useCreateConfig } from "../settings.queries.ts";
import { CreateConfigForm } from "./create-config-form.tsx";
import { bodyOf, useNewConfig } from "./new-config.ts";

type DeclaredConfig = z.output<typeof declaredConfig>;

interface CreateConfigDialogProps {
  isOpen: boolean;
  /** The selected namespace, to prefill the key. */
  namespace: string | undefined;
  declared: readonly DeclaredConfig[];
  onClose: () => void;
  onCreated: (key: string) => void;
}

const WIDTH_PX = 640;

export const CreateConfigDialog = ({ isOpen, onClose, ...rest }: CreateConfigDialogProps) => {
  const { t } = useTranslation();
  const formId = "settings-create";
  const { isPending, error, mutate, reset } = useCreateConfig();
  return (
    <Modal
      open={isOpen}
      title={t("settings.create.title")}
      width={WIDTH_PX}
      mask={{ closable: false }}
      closable={{ "aria-label": t("ui.close") }}
      okText={t("settings.create.submit")}
      okButtonProps={{ htmlType: "submit", form: formId }}
      cancelText={t("ui.cancel")}
      confirmLoading={isPending}
      onCancel={isPending ? undefined : onClose}
      afterClose={reset}
      destroyOnHidden
    >
      {error && <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} />}
      <NewConfig {...rest} formId={formId} onClose={onClose} create={mutate} />
    </Modal>
  );
};

interface NewConfigProps extends Omit<CreateConfigDialogProps, "isOpen"> {
  formId: string;
  create: ReturnType<typeof useCreateConfig>["mutate"];
}

const NewConfig = ({ formId, namespace, declared, onClose, onCreated, create }: NewConfigProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { data: known } = useQuery(knownKeysQuery(declared.map(({ key }) => key)));
  const suggestions = known === undefined ? [] : declared.filter(({ key }) => !known.includes(key));
  const { draft, change, choose } = useNewConfig(namespace);
  const submit = (): void => {
    const body = bodyOf(draft);
    if (body === undefined) {
      change({ isTried: true });
      return;
    }
    create(body, {
      onSuccess: ({ key }) => {
        onClose();
        onCreated(key);
        void message.success(t("settings.create.done", { key }));
      },
    });
  };
  return (
    <CreateConfigForm
      formId={formId}
      draft={draft}
      keyFault={draft.isTried && !CONFIG_KEY.test(draft.key) ? t("settings.create.badKey") : undefined}
      suggestions={suggestions}
      onChange={change}
      onChoose={choose}
      onSubmit={submit}
    />
  );
};
