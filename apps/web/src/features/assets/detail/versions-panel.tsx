import { UploadOutlined } from "@ant-design/icons";
import type { AssetDetail } from "@dailies/contract";
import { Button } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { formatBytes } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { AssetStatus } from "../asset-status.tsx";
import { useRestoreVersion } from "../assets.queries.ts";
import { replaceAsset } from "../uploads/use-start-uploads.ts";
import styles from "./detail.module.css";

type Version = AssetDetail["versions"][number];

/** All versions are kept: a new one becomes current once it passes its check, and an earlier one can be restored. */
export const VersionsPanel = ({ asset }: { asset: AssetDetail }) => {
  const { t } = useTranslation();
  const [restoring, setRestoring] = useState<Version>();
  const restore = useRestoreVersion();
  return (
    <>
      <ul className={styles.list}>
        {asset.versions.map((version) => (
          <VersionRow
            key={version.version}
            version={version}
            isCurrent={version.version === asset.version}
            onRestore={() => setRestoring(version)}
          />
        ))}
      </ul>
      <ReplaceButton assetId={asset.id} />
      <Confirm
        isOpen={restoring !== undefined}
        title={t("assets.version.restoreTitle", { version: restoring?.version ?? 0, name: asset.name })}
        effect={t("assets.version.restoreEffect")}
        action={t("assets.version.restore", { version: restoring?.version ?? 0 })}
        onConfirm={() => restore.mutateAsync({ id: asset.id, version: restoring?.version ?? 0 })}
        onClose={() => setRestoring(undefined)}
      />
    </>
  );
};

interface VersionRowProps {
  version: Version;
  isCurrent: boolean;
  onRestore: () => void;
}

const VersionRow = ({ version, isCurrent, onRestore }: VersionRowProps) => {
  const { t, i18n } = useTranslation();
  return (
    <li className={styles.version}>
      <span className={styles.versionNumber}>{t("assets.version.number", { version: version.version })}</span>
      <span className={styles.versionFacts}>
        {formatBytes(version.size, i18n.language)} · {version.created_by} · <Time at={version.created_at} />
        {version.verdict && !isCurrent ? <span className={styles.versionVerdict}>{version.verdict}</span> : null}
      </span>
      {version.status === "Ready" ? null : <AssetStatus status={version.status} />}
      {isCurrent ? <span className={styles.current}>{t("assets.version.current")}</span> : null}
      {!isCurrent && version.status === "Ready" ? (
        <Button size="small" onClick={onRestore}>
          {t("assets.version.restore", { version: version.version })}
        </Button>
      ) : null}
    </li>
  );
};

const ReplaceButton = ({ assetId }: { assetId: string }) => {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<UploadOutlined aria-hidden="true" />} onClick={() => input.current?.click()}>
        {t("assets.version.replace")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("assets.version.replace")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) replaceAsset(file, assetId);
          target.value = "";
        }}
      />
    </>
  );
};
