import { DeleteOutlined, DownOutlined, FormOutlined, InboxOutlined } from "@ant-design/icons";
import type { DatasetView } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { newPackageAddress, PATHS } from "../../../lib/paths.ts";
import { useCan, useCurrentUser } from "../../../lib/session.ts";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popup } from "../../../ui/popup.tsx";
import { useDeleteView, viewsQuery } from "../datasets.queries.ts";
import { addressOfSavedView } from "./dataset-lineage.tsx";
import styles from "./detail.module.css";

/** Saved filters, each with its version and item count. */
export const ViewsMenu = ({ datasetId }: { datasetId: string }) => {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(viewsQuery(datasetId));
  const [removed, setRemoved] = useState<DatasetView>();
  const count = data && data.total > 0 ? ` (${formatCount(data.total, i18n.language)})` : "";
  return (
    <>
      <Popup
        name={t("datasets.views.title")}
        placement="bottomRight"
        trigger={
          <Button icon={<DownOutlined aria-hidden="true" />} iconPlacement="end">
            {`${t("datasets.views.title")}${count}`}
          </Button>
        }
      >
        {(close) => (
          <ViewList
            datasetId={datasetId}
            onOpen={close}
            onRemove={(view) => {
              close();
              setRemoved(view);
            }}
          />
        )}
      </Popup>
      <RemoveView datasetId={datasetId} view={removed} onClose={() => setRemoved(undefined)} />
    </>
  );
};

interface ViewListProps {
  datasetId: string;
  onOpen: () => void;
  onRemove: (view: DatasetView) => void;
}

const ViewList = ({ datasetId, onOpen, onRemove }: ViewListProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(viewsQuery(datasetId));
  const { username } = useCurrentUser();
  const isAdministrator = useCan()({ permission: "ADMIN_MANAGE_R" });
  if (!data && error) return <ErrorPanel isCompact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={3} />;
  if (data.items.length === 0) return <p className={styles.quiet}>{t("datasets.views.none")}</p>;
  return (
    <ul className={styles.views}>
      {data.items.map((view) => (
        <li key={view.id}>
          <ViewLink view={view} onOpen={onOpen} />
          <Link
            className={styles.viewAct}
            to={`${PATHS.labelTasks}?new=1&dataset=${datasetId}&view=${view.id}`}
            aria-label={t("datasets.views.label", { name: view.name })}
            title={t("datasets.views.label", { name: view.name })}
          >
            <FormOutlined aria-hidden="true" />
          </Link>
          <Link
            className={styles.viewAct}
            to={newPackageAddress(datasetId, view.id)}
            aria-label={t("datasets.views.package", { name: view.name })}
            title={t("datasets.views.package", { name: view.name })}
          >
            <InboxOutlined aria-hidden="true" />
          </Link>
          {view.created_by === username || isAdministrator ? (
            <IconButton
              size="small"
              name={t("datasets.views.remove", { name: view.name })}
              icon={<DeleteOutlined aria-hidden="true" />}
              onClick={() => onRemove(view)}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
};

const ViewLink = ({ view, onOpen }: { view: DatasetView; onOpen: () => void }) => {
  const { t, i18n } = useTranslation();
  const items = t("datasets.items", { count: view.items, shown: formatCount(view.items, i18n.language) });
  return (
    <Link className={styles.viewLink} to={addressOfSavedView(view)} onClick={onOpen}>
      <span className={styles.viewName}>{view.name}</span>
      <span className={styles.quiet}>
        {[t("datasets.version.short", { version: view.version }), items, view.created_by].join(" · ")}
      </span>
    </Link>
  );
};

interface RemoveViewProps {
  datasetId: string;
  view: DatasetView | undefined;
  onClose: () => void;
}

const RemoveView = ({ datasetId, view, onClose }: RemoveViewProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync } = useDeleteView(datasetId);
  const name = view?.name ?? "";
  return (
    <Confirm
      isOpen={view !== undefined}
      isDangerous
      title={t("datasets.views.removeTitle", { name })}
      effect={t("datasets.views.removeEffect")}
      action={t("datasets.views.removeAction")}
      onConfirm={async () => {
        if (view) await mutateAsync(view.id);
        void message.success(t("datasets.views.removed", { name }));
      }}
      onClose={onClose}
    />
  );
};
