import { ASSET_VISIBILITIES, type AssetDetail, type AssetProbe } from "@dailies/contract";
import { Select } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { clockOf } from "../../../ui/clip/sprite.ts";
import { formatBytes, formatCount, formatDecimal } from "../../../ui/format.ts";
import { Mono } from "../../../ui/mono.tsx";
import { Time } from "../../../ui/time.tsx";
import { AssetStatus } from "../asset-status.tsx";
import { useUpdateAssets } from "../assets.queries.ts";
import styles from "./detail.module.css";

const SHOWN_HASH = 18;

export const AssetFacts = ({ asset }: { asset: AssetDetail }) => {
  const { t, i18n } = useTranslation();
  return (
    <dl className={styles.facts}>
      <Fact name={t("assets.status.label")}>
        <AssetStatus status={asset.status} />
      </Fact>
      <Fact name="ID">
        <Mono value={asset.id} copyAs={t("assets.fact.id")} shownCharacters={SHOWN_HASH} />
      </Fact>
      <Fact name={t("assets.columns.size")}>{formatBytes(asset.size, i18n.language)}</Fact>
      <Fact name={t("assets.fact.type")}>
        {t(`assets.kind.${asset.kind}`)} · {asset.mime}
      </Fact>
      <Fact name={t("assets.fact.folder")}>{asset.folder_path.join(" / ") || t("assets.folders.loose")}</Fact>
      {asset.probe ? <ProbeFacts probe={asset.probe} /> : null}
      <Fact name={t("assets.fact.visibility")}>
        <Visibility asset={asset} />
      </Fact>
      <Fact name={t("assets.columns.owner")}>{asset.owner}</Fact>
      <Fact name={t("assets.columns.created")}>
        <Time at={asset.created_at} />
      </Fact>
      <Fact name={t("assets.fact.updated")}>
        <Time at={asset.updated_at} />
      </Fact>
      <Fact name="SHA-256">
        {asset.sha256 ? <Mono value={asset.sha256} copyAs="SHA-256" shownCharacters={SHOWN_HASH} /> : "–"}
      </Fact>
      <Fact name={t("assets.fact.storage")}>
        <Mono
          value={`${asset.storage.bucket}/${asset.storage.key}`}
          copyAs={t("assets.fact.storage")}
          shownCharacters={SHOWN_HASH}
        />
      </Fact>
    </dl>
  );
};

const ProbeFacts = ({ probe }: { probe: AssetProbe }) => {
  const { t, i18n } = useTranslation();
  const { width, height, duration, fps, frames, codec, audio, vfr } = probe;
  return (
    <>
      {width && height ? <Fact name={t("assets.columns.frame")}>{`${width}×${height}`}</Fact> : null}
      {duration === null ? null : (
        <Fact name={t("assets.columns.duration")}>
          {clockOf(duration)} ({formatDecimal(duration, 2, i18n.language)} s)
        </Fact>
      )}
      {fps === null ? null : (
        <Fact name={t("assets.fact.rate")}>
          {t(vfr ? "assets.fact.uneven" : "assets.fact.even", { rate: formatDecimal(fps, 2, i18n.language) })}
        </Fact>
      )}
      {frames === null ? null : <Fact name={t("assets.fact.frames")}>{formatCount(frames, i18n.language)}</Fact>}
      {codec === null ? null : <Fact name={t("assets.fact.codec")}>{codec}</Fact>}
      <Fact name={t("assets.fact.audio")}>{audio ?? t("assets.fact.silent")}</Fact>
    </>
  );
};

const Visibility = ({ asset }: { asset: AssetDetail }) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useUpdateAssets();
  return (
    <Select
      size="small"
      className={styles.visibility}
      aria-label={t("assets.fact.visibility")}
      value={asset.visibility}
      loading={isPending}
      options={ASSET_VISIBILITIES.map((value) => ({ value, label: t(`assets.visibility.${value}`) }))}
      onChange={(visibility) => mutate({ ids: [asset.id], visibility })}
    />
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
