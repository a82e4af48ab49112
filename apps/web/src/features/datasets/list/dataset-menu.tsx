import { MoreOutlined } from "@ant-design/icons";
import type { DatasetSummary } from "@dailies/contract";
import { Button, Dropdown } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import { isUnderWay } from "../dataset.rules.ts";

/** The row actions. Their dialogs are rendered outside the list, because a row may unmount. */
export interface DatasetActs {
  open: (dataset: DatasetSummary) => void;
  view: (dataset: DatasetSummary) => void;
  package: (dataset: DatasetSummary) => void;
  copyUri: (dataset: DatasetSummary) => void;
  copyPython: (dataset: DatasetSummary) => void;
  pin: (dataset: DatasetSummary) => void;
  edit: (dataset: DatasetSummary) => void;
  index: (dataset: DatasetSummary) => void;
  cancel: (dataset: DatasetSummary) => void;
  remove: (dataset: DatasetSummary) => void;
}

interface DatasetMenuProps {
  dataset: DatasetSummary;
  acts: DatasetActs;
  /** On the dataset's own page, where "Open" is redundant. */
  isOpen?: boolean;
}

/** The actions on one dataset that the user has permission for. */
export const DatasetMenu = ({ dataset, acts, isOpen = false }: DatasetMenuProps) => {
  const { t } = useTranslation();
  const items = useMenuItems(dataset, acts, isOpen);
  return (
    <Dropdown menu={{ items }} trigger={["click"]} placement="bottomRight" autoFocus destroyOnHidden>
      <Button
        type="text"
        size={isOpen ? "middle" : "small"}
        icon={<MoreOutlined aria-hidden="true" />}
        aria-label={t("datasets.acts.menu", { name: dataset.name })}
      />
    </Dropdown>
  );
};

const useMenuItems = (dataset: DatasetSummary, acts: DatasetActs, isOpen: boolean) => {
  const { t } = useTranslation();
  const isAdministrator = useCan()({ permission: "ADMIN_MANAGE_R" });
  const mayChange = dataset.is_mine || isAdministrator;
  const isBusy = isUnderWay(dataset);
  const items = [
    { act: acts.open, label: "open", isOffered: !isOpen },
    { act: acts.view, label: "view", isOffered: true },
    { act: acts.package, label: "package", isOffered: dataset.version !== null },
    { act: acts.copyUri, label: "copyUri", isOffered: true },
    { act: acts.copyPython, label: "copyPython", isOffered: true },
    { act: acts.pin, label: dataset.is_pinned ? "unpin" : "pin", isOffered: true },
    { act: acts.edit, label: "edit", isOffered: mayChange },
    { act: acts.index, label: "index", isOffered: mayChange && !isBusy },
    { act: acts.cancel, label: "cancel", isOffered: mayChange && isBusy },
    { act: acts.remove, label: "remove", isOffered: mayChange },
  ] as const;
  return items
    .filter(({ isOffered }) => isOffered)
    .map(({ act, label }) => ({
      key: label,
      label: t(`datasets.acts.${label}`),
      danger: label === "remove",
      onClick: () => act(dataset),
    }));
};
