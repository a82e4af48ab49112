import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import type { FavoriteItem } from "@dailies/contract";
import { Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { CONTENT_KEYS } from "../content.shortcuts.ts";
import { ContentMedia } from "../media/content-media.tsx";
import { KindIcon } from "../media/poster.tsx";
import type { FavoriteWall } from "../wall/use-favorite-wall.ts";
import { FavoriteActs } from "./favorite-acts.tsx";
import { FavoriteFacts } from "./favorite-facts.tsx";
import styles from "./lightbox.module.css";
import { useLightboxKeys } from "./use-lightbox-keys.ts";
import type { OpenFavorite } from "./use-open-favorite.ts";

interface LightboxProps {
  open: OpenFavorite;
  wall: FavoriteWall;
}

/** One favourite in full size, with its details and the moderation actions. */
export const Lightbox = ({ open, wall }: LightboxProps) => {
  const { t } = useTranslation();
  const { item, close } = open;
  const title = item
    ? t("content.lightbox.title", { type: t(`content.type.${item.assets_type}`), email: item.user_email })
    : t("content.lightbox.gone");
  return (
    <Modal
      open
      title={title}
      className={styles.lightbox}
      width="calc(100vw - 64px)"
      footer={null}
      closable={{ "aria-label": t("ui.close") }}
      onCancel={close}
    >
      {item ? <LightboxBody item={item} open={open} wall={wall} /> : <Missing isLoading={wall.isLoading} />}
    </Modal>
  );
};

const Missing = ({ isLoading }: { isLoading: boolean }) => {
  const { t } = useTranslation();
  if (isLoading) return <Skeleton rows={8} />;
  return (
    <EmptyState picture="lens" title={t("content.lightbox.gone")}>
      {t("content.lightbox.goneHint")}
    </EmptyState>
  );
};

const LightboxBody = ({ item, open, wall }: LightboxProps & { item: FavoriteItem }) => {
  const [isCovered, setIsCovered] = useState(false);
  useLightboxKeys(
    { [CONTENT_KEYS.previous.keys[0]]: open.onPrevious, [CONTENT_KEYS.next.keys[0]]: open.onNext },
    !isCovered,
  );
  return (
    <div className={styles.body}>
      <div className={styles.left}>
        <Stage key={item.id} item={item} wall={wall} />
        <Neighbours open={open} wall={wall} />
      </div>
      <div className={styles.side}>
        <FavoriteFacts item={item} />
        <FavoriteActs key={item.id} item={item} onDecided={open.remember} onCovered={setIsCovered} />
      </div>
    </div>
  );
};

const Stage = ({ item, wall }: { item: FavoriteItem; wall: FavoriteWall }) => {
  const { t } = useTranslation();
  const name = item.prompt || item.project_name || t("content.noPrompt");
  return (
    <div className={styles.stage} data-kind={item.asset?.kind}>
      {item.asset ? (
        <ContentMedia name={name} file={item.asset} renewal={wall.renewal} playsAtOnce />
      ) : (
        <p className={styles.noFile}>
          <KindIcon kind={item.assets_type} />
          {t(item.assets_type === "project" ? "content.lightbox.projectOnly" : "content.lightbox.noFile")}
        </p>
      )}
    </div>
  );
};

const Neighbours = ({ open, wall }: LightboxProps) => {
  const { t, i18n } = useTranslation();
  const { position, onPrevious, onNext } = open;
  const count = (value: number): string => formatCount(value, i18n.language);
  const total = `${count(wall.total ?? 0)}${wall.isTotalExact ? "" : "+"}`;
  return (
    <div className={styles.neighbours}>
      <IconButton
        name={t("ui.detail.previous")}
        icon={<LeftOutlined aria-hidden="true" />}
        isDisabled={!onPrevious}
        onClick={onPrevious}
      />
      <span className="ds-number">
        {position === undefined
          ? t("content.lightbox.leftList")
          : t("ui.detail.position", { index: count(position), total })}
      </span>
      <IconButton
        name={t("ui.detail.next")}
        icon={<RightOutlined aria-hidden="true" />}
        isDisabled={!onNext}
        onClick={onNext}
      />
    </div>
  );
};
