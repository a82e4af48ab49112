import { platformToolsRoutes } from "@dailies/contract";
import { App } from "antd";
import { useTranslation } from "react-i18next";
import { platformToolsCalls } from "../../../lib/api/clients/platform-tools.ts";
import { useIdempotentMutation } from "../../../shared/idempotency/use-idempotent-mutation.ts";
import { useRenewTools } from "../tools.queries.ts";

const voidInput = platformToolsRoutes.voidHold.body.omit({ idempotency_key: true });

export const useVoidHold = () => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const renew = useRenewTools();
  return useIdempotentMutation({
    act: "tools.void-hold",
    schema: voidInput,
    send: (body, key) => platformToolsCalls.voidHold({ body: { ...body, idempotency_key: key } }),
    onDone: (_reply, { hold, user_email: email }) => {
      void message.success(t("tools.holds.done", { hold, email }));
      renew();
    },
  });
};

export type VoidHold = ReturnType<typeof useVoidHold>;
