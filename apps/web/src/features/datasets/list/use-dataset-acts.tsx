import type { DatasetSummary } from "@dailies/contract";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { newPackageAddress } from "../../../lib/paths.ts";
import { CancelIndexingDialog } from "../cancel-indexing-dialog.tsx";
import { addressOfDataset, viewerAddress } from "../dataset-address.ts";
import { usePinDataset } from "../datasets.queries.ts";
import { DeleteDatasetDialog } from "../delete-dataset-dialog.tsx";
import { EditDatasetDialog } from "../edit-dataset-dialog.tsx";
import { IndexAgainDialog } from "../index-again-dialog.tsx";
import { pythonSnippet } from "../python-snippet.ts";
import { useCopyText } from "../use-copy-text.tsx";
import type { DatasetActs } from "./dataset-menu.tsx";

interface OpenDialog {
  act: "edit" | "index" | "cancel" | "remove";
  dataset: DatasetSummary;
}

/** Actions that need no dialog. */
const usePlainActs = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const copyText = useCopyText();
  const { mutate: pin } = usePinDataset();
  return {
    open: ({ id }: DatasetSummary): void => void navigate(addressOfDataset(id)),
    view: ({ id }: DatasetSummary): void => void navigate(viewerAddress(id)),
    package: ({ id }: DatasetSummary): void => void navigate(newPackageAddress(id)),
    copyUri: ({ uri }: DatasetSummary): void => copyText(uri, t("datasets.copied.uri")),
    copyPython: (dataset: DatasetSummary): void => copyText(pythonSnippet(dataset), t("datasets.copied.python")),
    pin: ({ id, is_pinned }: DatasetSummary): void => pin({ id, is_pinned: !is_pinned }),
  };
};

/** The row actions and the dialog that one of them has opened. */
export const useDatasetActs = (onDeleted?: () => void): { acts: DatasetActs; dialog: ReactNode } => {
  const [dialog, setDialog] = useState<OpenDialog>();
  const plain = usePlainActs();
  const latest = useRef(plain);
  useEffect(() => {
    latest.current = plain;
  });
  const acts = useMemo<DatasetActs>(() => {
    const openDialog =
      (act: OpenDialog["act"]) =>
      (dataset: DatasetSummary): void =>
        setDialog({ act, dataset });
    return {
      open: (dataset) => latest.current.open(dataset),
      view: (dataset) => latest.current.view(dataset),
      package: (dataset) => latest.current.package(dataset),
      copyUri: (dataset) => latest.current.copyUri(dataset),
      copyPython: (dataset) => latest.current.copyPython(dataset),
      pin: (dataset) => latest.current.pin(dataset),
      edit: openDialog("edit"),
      index: openDialog("index"),
      cancel: openDialog("cancel"),
      remove: openDialog("remove"),
    };
  }, []);
  const close = (): void => setDialog(undefined);
  return { acts, dialog: dialog ? <ActionDialog {...dialog} onClose={close} onDeleted={onDeleted} /> : null };
};

interface ActionDialogProps extends OpenDialog {
  onClose: () => void;
  onDeleted: (() => void) | undefined;
}

const ActionDialog = ({ act, dataset, onClose, onDeleted }: ActionDialogProps) => {
  if (act === "edit") return <EditDatasetDialog dataset={dataset} onClose={onClose} />;
  if (act === "index") return <IndexAgainDialog dataset={dataset} onClose={onClose} />;
  if (act === "cancel") return <CancelIndexingDialog dataset={dataset} onClose={onClose} />;
  return <DeleteDatasetDialog dataset={dataset} onClose={onClose} onDeleted={onDeleted} />;
};
