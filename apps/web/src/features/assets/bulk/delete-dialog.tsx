import type { AssetItem } from "@dailies/contract";
import { Button, Modal } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { formatCount } from "../../../ui/format.ts";
import { useDeleteAssets } from "../assets.queries.ts";
import { ReferencesPanel } from "../detail/references-panel.tsx";
import styles from "./bulk.module.css";

interface Refused {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

interface Outcome {
  readonly refused: readonly Refused[];
  readonly hasDeleted: boolean;
}

interface DeleteDialogProps {
  items: readonly AssetItem[];
  onClose: () => void;
  /** Called when at least one was deleted. */
  onDeleted: () => void;
}

/** Asks for confirmation, deletes the unused assets, and lists which are in use and where. */
export const DeleteDialog = ({ items, onClose, onDeleted }: DeleteDialogProps) => {
  const { t, i18n } = useTranslation();
  const { mutateAsync } = useDeleteAssets();
  const [isAsking, setIsAsking] = useState(true);
  const outcome = useRef<Outcome>({ refused: [], hasDeleted: false });
  const [first] = items;
  const count = { count: items.length, shown: formatCount(items.length, i18n.language), name: first?.name ?? "" };
  const remove = async (): Promise<void> => {
    const { deleted, refused } = await mutateAsync(items.map(({ id }) => id));
    const nameOf = (id: string): string => items.find((item) => item.id === id)?.name ?? id;
    outcome.current = {
      hasDeleted: deleted.length > 0,
      refused: refused.map(({ id, reason }) => ({ id, reason, name: nameOf(id) })),
    };
  };
  const finish = (): void => {
    onClose();
    if (outcome.current.hasDeleted) onDeleted();
  };
  return (
    <>
      <Confirm
        isOpen={isAsking}
        isDangerous
        title={t("assets.delete.title", count)}
        effect={t("assets.delete.effect")}
        action={t("assets.delete.action", count)}
        onConfirm={remove}
        onClose={() => (outcome.current.refused.length > 0 ? setIsAsking(false) : finish())}
      />
      {isAsking ? null : <RefusedDialog refused={outcome.current.refused} onClose={finish} />}
    </>
  );
};

const SHOWN = 8;

const RefusedDialog = ({ refused, onClose }: { refused: readonly Refused[]; onClose: () => void }) => {
  const { t, i18n } = useTranslation();
  return (
    <Modal
      open
      title={t("assets.delete.refused", { count: refused.length, shown: formatCount(refused.length, i18n.language) })}
      width={520}
      onCancel={onClose}
      closable={{ "aria-label": t("ui.close") }}
      footer={<Button onClick={onClose}>{t("ui.close")}</Button>}
    >
      <p className={styles.note}>{t("assets.delete.refusedHint")}</p>
      <ul className={styles.refused}>
        {refused.slice(0, SHOWN).map(({ id, name, reason }) => (
          <li key={id}>
            <p className={styles.refusedName}>{name}</p>
            <p className={styles.note}>{reason}</p>
            <ReferencesPanel id={id} />
          </li>
        ))}
      </ul>
      {refused.length > SHOWN ? (
        <p className={styles.note}>
          {t("assets.delete.moreRefused", { shown: formatCount(refused.length - SHOWN, i18n.language) })}
        </p>
      ) : null}
    </Modal>
  );
};
