import { MoreOutlined } from "@ant-design/icons";
import type { PackageDetail } from "@dailies/contract";
import { App, Button, Dropdown } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PATHS } from "../../../lib/paths.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { actsOf, labelOf, type PackageAct, viewerAddressOf } from "../package.rules.ts";
import { useDeprecatePackage, useRenew, useVerifyPackage } from "../packages.queries.ts";
import { CancelDialog, DeleteDialog, DeprecateDialog, RepeatDialog } from "./act-dialogs.tsx";
import styles from "./detail.module.css";

/** Where a package is read and registered, and what can be done with it. */
export const PackageActions = ({ one }: { one: PackageDetail }) => {
  const { t } = useTranslation();
  const { run, dialog, setDialog, isBusy } = usePackageActs(one);
  const viewer = viewerAddressOf(one);
  const isReady = one.status === "Ready" && one.uri !== null;
  const [main, rest] = splitActs(one);
  return (
    <div className={styles.actions}>
      {isReady && viewer !== undefined ? (
        <LinkButton isPrimary to={viewer}>
          {t("packages.acts.view")}
        </LinkButton>
      ) : null}
      {isReady ? <LinkButton to={registerAddress(one.uri ?? "")}>{t("packages.acts.register")}</LinkButton> : null}
      {main ? (
        <Button danger={main === "cancel"} loading={isBusy} onClick={() => run(main)}>
          {t(`packages.acts.${main}`)}
        </Button>
      ) : null}
      {rest.length > 0 ? (
        <Dropdown
          trigger={["click"]}
          placement="bottomRight"
          autoFocus
          destroyOnHidden
          menu={{
            items: rest.map((act) => ({
              key: act,
              label: t(`packages.acts.${act}`),
              danger: act === "delete",
              onClick: () => run(act),
            })),
          }}
        >
          <Button
            type="text"
            loading={isBusy}
            icon={<MoreOutlined aria-hidden="true" />}
            aria-label={t("packages.acts.menu", { name: labelOf(one) })}
          />
        </Dropdown>
      ) : null}
      <ActDialog one={one} act={dialog} onClose={() => setDialog(undefined)} />
    </div>
  );
};

const registerAddress = (uri: string): string => `${PATHS.dataset}?${new URLSearchParams({ open: "register", uri })}`;

/** The one button beside the menu: cancel while it is written, run again if it is not there. */
const splitActs = (one: PackageDetail): [PackageAct | undefined, PackageAct[]] => {
  const acts = actsOf(one);
  const main = one.status === "Ready" ? undefined : acts.find((act) => act === "cancel" || act === "repeat");
  return [main, acts.filter((act) => act !== main)];
};

/** Acts that need no question run at once; the others open their dialog. */
const usePackageActs = (one: PackageDetail) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [dialog, setDialog] = useState<PackageAct>();
  const verify = useVerifyPackage(one.id);
  const deprecate = useDeprecatePackage(one.id);
  const [isReading, setIsReading] = useState(false);
  const renew = useRenew();
  const name = labelOf(one);
  // Whether something uses the package may have changed since the page was opened.
  const openDelete = async (): Promise<void> => {
    setIsReading(true);
    await renew();
    setIsReading(false);
    setDialog("delete");
  };
  const run = (act: PackageAct): void => {
    if (act === "verify")
      verify.mutate(undefined, { onSuccess: () => void message.success(t("packages.verify.started", { name })) });
    else if (act === "restore")
      deprecate.mutate(
        { is_deprecated: false },
        { onSuccess: () => void message.success(t("packages.deprecate.undone", { name })) },
      );
    else if (act === "delete") void openDelete();
    else setDialog(act);
  };
  return { run, dialog, setDialog, isBusy: verify.isPending || deprecate.isPending || isReading };
};

interface ActDialogProps {
  one: PackageDetail;
  act: PackageAct | undefined;
  onClose: () => void;
}

const ActDialog = ({ one, act, onClose }: ActDialogProps) => {
  const props = { one, onClose };
  if (act === "cancel") return <CancelDialog {...props} />;
  if (act === "repeat") return <RepeatDialog {...props} />;
  if (act === "deprecate") return <DeprecateDialog {...props} />;
  return act === "delete" ? <DeleteDialog {...props} /> : null;
};
