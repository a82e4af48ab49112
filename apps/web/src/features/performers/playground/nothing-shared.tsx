import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCan } from "../../../lib/session.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { playgroundAddress } from "../paths.ts";

/** Empty state without shared performers; users who may share one get a link. */
export const NothingShared = () => {
  const { t } = useTranslation();
  const go = useNavigate();
  const can = useCan();
  const mayManage = can({ permission: "PERFORMER_PLAYGROUND" }) && can({ permission: "USE_VERSION_1_0" });
  return (
    <EmptyState
      title={t("performers.quick.none")}
      action={
        mayManage ? (
          <Button type="primary" onClick={() => void go(playgroundAddress({ tab: "performers" }))}>
            {t("performers.quick.share")}
          </Button>
        ) : undefined
      }
    >
      {t(mayManage ? "performers.quick.noneForManager" : "performers.quick.noneHint")}
    </EmptyState>
  );
};
