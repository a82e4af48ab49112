import type { PerformerTaskDetail } from "@dailies/contract";
import { useQueries } from "@tanstack/react-query";
import { Modal } from "antd";
import { useTranslation } from "react-i18next";
import { LazySyncedPlayer } from "../../../shared/synced-player/lazy-synced-player.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { callQuery } from "../performers.queries.ts";
import { seedOf } from "./call.rules.ts";
import styles from "./calls.module.css";
import type { Comparison } from "./use-comparison.ts";

/** Plays two to four results in sync, full screen. */
export const CompareDialog = ({ comparison }: { comparison: Comparison }) => {
  const { t } = useTranslation();
  const { compared, close } = comparison;
  return (
    <Modal
      open={compared.length > 1}
      title={t("performers.compare.title", { count: compared.length })}
      footer={null}
      width="100vw"
      classNames={{ container: styles.compareDialog ?? "" }}
      styles={{ root: { padding: 0 } }}
      style={{ top: 0, maxWidth: "100vw", padding: 0 }}
      closable={{ "aria-label": t("ui.close") }}
      onCancel={close}
      destroyOnHidden
    >
      <Compared ids={compared} />
    </Modal>
  );
};

const Compared = ({ ids }: { ids: readonly string[] }) => {
  const { t } = useTranslation();
  // Do not refetch: a new signed URL would restart the player.
  const results = useQueries({ queries: ids.map((id) => ({ ...callQuery(id), refetchInterval: false as const })) });
  const failed = results.find(({ error, data }) => error && !data);
  const calls = results.flatMap(({ data }) => data ?? []);
  const clips = calls.flatMap((call) => clipOf(call, t("performers.seed")));
  if (failed) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />;
  if (calls.length < ids.length) return <Skeleton rows={8} />;
  if (clips.length < 2) return <p className={styles.quiet}>{t("performers.compare.noClips")}</p>;
  return <LazySyncedPlayer clips={clips} />;
};

const clipOf = (call: PerformerTaskDetail, seedWord: string) => {
  const [output] = call.outputs;
  if (!output) return [];
  const seed = seedOf(call);
  return [
    {
      id: call.id,
      title: call.performer_name,
      subtitle: [call.title, ...(seed === undefined ? [] : [`${seedWord} ${seed}`])].join(" · "),
      media_url: output.media_url,
      poster: output.poster,
      fps: output.probe?.fps ?? undefined,
      duration: output.probe?.duration ?? undefined,
    },
  ];
};
