import { MoreOutlined } from "@ant-design/icons";
import type { PerformerTaskItem } from "@dailies/contract";
import { Dropdown } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCurrentUser } from "../../../lib/session.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { SaveTarget } from "../save/save.queries.ts";
import { SaveCallDialog } from "../save/save-call-dialog.tsx";
import { useMaySave } from "../save/use-may-save.ts";
import { isUnderWay, seedOf } from "./call.rules.ts";
import { useCallActs } from "./use-call-acts.ts";

interface CallMenuProps {
  call: PerformerTaskItem;
  onOpen?: () => void;
}

export const CallMenu = ({ call, onOpen }: CallMenuProps) => {
  const { t } = useTranslation();
  const { username } = useCurrentUser();
  const maySave = useMaySave();
  const { rerun, cancel, isBusy } = useCallActs();
  const [saving, setSaving] = useState<SaveTarget>();
  const acts = [
    onOpen && { key: "open", label: t("performers.acts.open"), onClick: onOpen },
    { key: "same", label: t("performers.acts.rerunSame"), onClick: () => rerun(call.id, "same") },
    seedOf(call) !== undefined && {
      key: "new",
      label: t("performers.acts.rerunNew"),
      onClick: () => rerun(call.id, "new"),
    },
    maySave && { key: "column", label: t("performers.acts.saveColumn"), onClick: () => setSaving("column") },
    maySave && { key: "row", label: t("performers.acts.saveRow"), onClick: () => setSaving("row") },
    isUnderWay(call) &&
      call.requested_by === username && {
        key: "cancel",
        danger: true,
        label: t("performers.acts.cancel"),
        onClick: () => cancel(call.id),
      },
  ];
  return (
    <>
      <Dropdown trigger={["click"]} menu={{ items: acts.filter((act) => typeof act === "object") }}>
        <IconButton
          size="small"
          isBusy={isBusy}
          name={t("performers.acts.menu", { title: call.title })}
          icon={<MoreOutlined aria-hidden="true" />}
        />
      </Dropdown>
      <SaveCallDialog callId={call.id} target={saving} onClose={() => setSaving(undefined)} />
    </>
  );
};
