import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import { Detail } from "../../../ui/detail.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { useDetailParam } from "../../../ui/use-detail-param.ts";
import { ProfileEditor } from "./profile-editor.tsx";
import { ProfileList } from "./profile-list.tsx";
import { profilesQuery } from "./storage.queries.ts";

const NEW = "new";
const WIDTH_PX = 720;

interface StorageDrawerProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The buckets and folders that datasets may be in. All internal users see them; administrators edit them. */
export const StorageDrawer = ({ isOpen, onClose }: StorageDrawerProps) => {
  const { t } = useTranslation();
  const profiles = useQuery({ ...profilesQuery, enabled: isOpen });
  const mayChange = useCan()({ permission: "ADMIN_MANAGE_R" });
  const edited = useDetailParam("profile");
  const isNew = edited.openId === NEW;
  const profile = profiles.data?.items.find(({ id }) => id === edited.openId);
  const title = mayChange && (isNew || profile) ? (profile?.name ?? t("datasets.storage.create")) : undefined;
  return (
    <Detail
      isOpen={isOpen}
      title={title ?? t("datasets.storage.title")}
      widthPx={WIDTH_PX}
      isLoading={profiles.isPending}
      error={profiles.data ? undefined : profiles.error}
      onRetry={() => void profiles.refetch()}
      onClose={onClose}
      footer={
        mayChange && title === undefined && profiles.data ? (
          <Button type="primary" onClick={() => edited.open(NEW)}>
            {t("datasets.storage.create")}
          </Button>
        ) : undefined
      }
    >
      {title === undefined ? (
        <ProfileList
          profiles={profiles.data?.items ?? []}
          mayChange={mayChange}
          onEdit={edited.open}
          none={<EmptyState title={t("datasets.storage.none")}>{t("datasets.storage.noneHint")}</EmptyState>}
        />
      ) : (
        <ProfileEditor
          key={`${profile?.id} ${profile?.revision}`}
          profile={profile}
          onDone={edited.close}
          onCreated={edited.move}
        />
      )}
    </Detail>
  );
};
