import { CheckOutlined, CloseOutlined, TableOutlined, UndoOutlined } from "@ant-design/icons";
import type { FavoriteItem } from "@dailies/contract";
import { PLATFORM_ACCESS } from "@dailies/contract/platform-access";
import { Button } from "antd";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../../../lib/session.ts";
import { useOperatorAct } from "../../../shared/operator-check.ts";
import { useAuditFavorite } from "../content.queries.ts";
import { CONTENT_KEYS } from "../content.shortcuts.ts";
import { benchmarkAddress } from "../content-address.ts";
import { BenchmarkDialog, type MadeRow } from "./benchmark-dialog.tsx";
import styles from "./lightbox.module.css";
import { RejectDialog } from "./reject-dialog.tsx";
import { useLightboxKeys } from "./use-lightbox-keys.ts";

type OpenDialog = "reject" | "benchmark";

interface FavoriteActsProps {
  item: FavoriteItem;
  onDecided: (item: FavoriteItem) => void;
  /** Called when a dialog opens or closes over the lightbox. */
  onCovered: (isCovered: boolean) => void;
}

/** The moderation actions for a favourite. Remount it for another one. */
export const FavoriteActs = ({ item, onDecided, onCovered }: FavoriteActsProps) => {
  const [dialog, setDialog] = useState<OpenDialog>();
  const [made, setMade] = useState<MadeRow>();
  const open = useOperatorAct(setDialog, PLATFORM_ACCESS.content);
  const canMakeRow = useCan()(PLATFORM_ACCESS.operators);
  useEffect(() => onCovered(dialog !== undefined), [dialog, onCovered]);
  const close = (): void => setDialog(undefined);
  return (
    <div className={styles.acts}>
      <AuditButtons item={item} onDecided={onDecided} onReject={() => open("reject")} isOnTop={dialog === undefined} />
      {canMakeRow ? <BenchmarkButton item={item} onOpen={() => open("benchmark")} /> : null}
      {made ? <MadeNote made={made} /> : null}
      {dialog === "reject" ? <RejectDialog item={item} onDecided={onDecided} onClose={close} /> : null}
      {dialog === "benchmark" ? <BenchmarkDialog item={item} onMade={setMade} onClose={close} /> : null}
    </div>
  );
};

interface AuditButtonsProps {
  item: FavoriteItem;
  onDecided: (item: FavoriteItem) => void;
  onReject: () => void;
  isOnTop: boolean;
}

const AuditButtons = ({ item, onDecided, onReject, isOnTop }: AuditButtonsProps) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useAuditFavorite(onDecided);
  const { id, audit_status: status } = item;
  const decide = (audit_status: "approved" | "none"): void =>
    mutate({ id, audit_status, expected_status: status, reason: "" });
  const onApprove = status === "approved" || isPending ? undefined : () => decide("approved");
  const canReject = status !== "rejected" && !isPending;
  useLightboxKeys(
    { [CONTENT_KEYS.approve.keys[0]]: onApprove, [CONTENT_KEYS.reject.keys[0]]: canReject ? onReject : undefined },
    isOnTop,
  );
  return (
    <div className={styles.buttons}>
      {status === "approved" ? null : (
        <Button
          type="primary"
          icon={<CheckOutlined aria-hidden="true" />}
          loading={isPending}
          onClick={() => onApprove?.()}
        >
          {t("content.approve")}
        </Button>
      )}
      {status === "rejected" ? null : (
        <Button danger icon={<CloseOutlined aria-hidden="true" />} disabled={!canReject} onClick={onReject}>
          {t("content.reject.open")}
        </Button>
      )}
      {status === "none" ? null : (
        <Button icon={<UndoOutlined aria-hidden="true" />} disabled={isPending} onClick={() => decide("none")}>
          {t("content.takeBack")}
        </Button>
      )}
    </div>
  );
};

/** Why the favourite cannot be used, if so. */
const useObstacle = ({ has_consented: hasConsented, prompt }: FavoriteItem): string | undefined => {
  const { t } = useTranslation();
  const can = useCan();
  if (!hasConsented) return t("content.benchmark.noConsent");
  if (!can({ permission: "USE_VERSION_1_0" })) return t("content.benchmark.noPermission");
  return prompt === "" ? t("content.benchmark.noPrompt") : undefined;
};

const BenchmarkButton = ({ item, onOpen }: { item: FavoriteItem; onOpen: () => void }) => {
  const { t } = useTranslation();
  const hintId = useId();
  const obstacle = useObstacle(item);
  return (
    <div className={styles.benchmark}>
      <Button
        icon={<TableOutlined aria-hidden="true" />}
        disabled={obstacle !== undefined}
        aria-describedby={obstacle === undefined ? undefined : hintId}
        onClick={onOpen}
      >
        {t("content.benchmark.open")}
      </Button>
      {obstacle === undefined ? null : (
        <p id={hintId} className={styles.quiet}>
          {obstacle}
        </p>
      )}
    </div>
  );
};

const MadeNote = ({ made }: { made: MadeRow }) => {
  const { t } = useTranslation();
  return (
    <p role="status" className={styles.made}>
      {t("content.benchmark.made", { row: made.row + 1, name: made.name })}{" "}
      <Link to={benchmarkAddress(made.taskId)}>{t("content.benchmark.goThere")}</Link>
    </p>
  );
};
