import type { AssetDetail as Asset } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Detail } from "../../../ui/detail.tsx";
import type { useDetailParam } from "../../../ui/use-detail-param.ts";
import { AssetClip } from "../asset-clip.tsx";
import { assetQuery } from "../assets.queries.ts";
import { usePages } from "../library/use-asset-pages.ts";
import { AssetActions } from "./asset-actions.tsx";
import { AssetFacts } from "./asset-facts.tsx";
import styles from "./detail.module.css";
import { ReferencesPanel } from "./references-panel.tsx";
import { TagsEditor } from "./tags-editor.tsx";
import { VerdictPanel } from "./verdict-panel.tsx";
import { VersionsPanel } from "./versions-panel.tsx";

/** Renders the video, image or audio; other assets show a tile with their kind. */
const AssetMedia = ({ asset }: { asset: Asset }) => {
  const { kind, media_url: media, name } = asset;
  if (kind === "image" && media) return <img className={styles.picture} src={media} alt={name} />;
  if (kind === "audio" && media) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the user's own recording has no captions.
      <audio className={styles.sound} src={media} controls preload="metadata" aria-label={name} />
    );
  }
  return <AssetClip item={asset} media={media} />;
};

interface AssetDetailProps {
  detail: ReturnType<typeof useDetailParam>;
  total: number;
}

/** Drawer for one asset: its details, references, versions and actions. */
export const AssetDetail = ({ detail, total }: AssetDetailProps) => {
  const id = detail.openId;
  const pages = usePages();
  const index = useSyncExternalStore(pages.subscribe, () => (id === undefined ? undefined : pages.indexOf(id)));
  const { data, error, isPending, refetch } = useQuery({ ...assetQuery(id ?? ""), enabled: id !== undefined });
  const step = (to: number): (() => void) | undefined => {
    const item = pages.itemAt(to);
    return item && (() => detail.move(item.id));
  };
  return (
    <Detail
      isOpen={id !== undefined}
      title={data?.name ?? ""}
      widthPx={680}
      onClose={detail.close}
      onPrevious={index === undefined ? undefined : step(index - 1)}
      onNext={index === undefined ? undefined : step(index + 1)}
      position={index === undefined ? undefined : { index: index + 1, total }}
      isLoading={isPending}
      error={data ? undefined : error}
      onRetry={() => void refetch()}
      footer={data ? <AssetActions asset={data} onDeleted={detail.close} /> : null}
    >
      {data ? <AssetBody asset={data} /> : null}
    </Detail>
  );
};

const AssetBody = ({ asset }: { asset: Asset }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.body}>
      <AssetMedia key={`${asset.id}/${asset.version}`} asset={asset} />
      <VerdictPanel asset={asset} />
      <Part title={t("assets.detail.facts")}>
        <AssetFacts asset={asset} />
      </Part>
      <Part title={t("assets.tags")}>
        <TagsEditor key={asset.id} asset={asset} />
      </Part>
      <Part title={t("assets.detail.used")}>
        <ReferencesPanel id={asset.id} />
      </Part>
      <Part title={t("assets.detail.versions")}>
        <VersionsPanel asset={asset} />
      </Part>
    </div>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h3 className={styles.partTitle}>{title}</h3>
    {children}
  </section>
);
