import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import styles from "./lineage.module.css";
import { type LineageRef, lineageQuery } from "./lineage.queries.ts";
import { LineageGraphView } from "./lineage-graph-view.tsx";
import { LineageList } from "./lineage-lists.tsx";

interface LineageDialogProps {
  of: LineageRef;
  name: string;
  onClose: () => void;
}

const WIDTH_PX = 1160;

/** The graph around an object, and below it everything that is next to it. A link in it closes the dialog. */
export const LineageDialog = ({ of, name, onClose }: LineageDialogProps) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(true);
  const close = (): void => setIsOpen(false);
  return (
    <Modal
      open={isOpen}
      title={t("lineage.titleOf", { name })}
      footer={null}
      width={`min(${WIDTH_PX}px, calc(100vw - 32px))`}
      onCancel={close}
      afterClose={onClose}
      closable={{ "aria-label": t("ui.close") }}
      destroyOnHidden
    >
      <div className={styles.dialog}>
        <LineageGraphView of={of} onOpen={close} />
        <Lists of={of} onOpen={close} />
      </div>
    </Modal>
  );
};

const Lists = ({ of, onOpen }: { of: LineageRef; onOpen: () => void }) => {
  const { t } = useTranslation();
  const found = useQuery(lineageQuery(of));
  if (found.error)
    return (
      <ErrorPanel
        isCompact
        title={t("lineage.failed")}
        error={found.error}
        isRetrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  if (!found.data) return <Skeleton rows={4} />;
  return (
    <div className={styles.lists}>
      <LineageList of={of} direction="sources" side={found.data.sources} onOpen={onOpen} />
      <LineageList of={of} direction="uses" side={found.data.uses} onOpen={onOpen} />
    </div>
  );
};
