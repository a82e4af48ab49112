import { SwapOutlined } from "@ant-design/icons";
import { Segmented, Select } from "antd";
import type { Dispatch } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./synced-player.module.css";
import { PLAYER_RATES, type PlayerClip } from "./types.ts";
import type { Player } from "./use-player.ts";
import { PLAYER_MODES, type ViewAct, type ViewState } from "./view-state.ts";

const SILENT = -1;

interface PlayerOptionsProps {
  clips: readonly PlayerClip[];
  view: ViewState;
  onView: Dispatch<ViewAct>;
  player: Player | undefined;
  /** For players with other shortcuts. */
  keysHint?: string;
}

/** Layout, speed and the audible clip. */
export const PlayerOptions = ({ clips, view, onView, player, keysHint }: PlayerOptionsProps) => {
  const { t } = useTranslation();
  const names = clips.map(({ title }, index) => ({ value: index, label: `${index + 1} · ${title}` }));
  return (
    <div className={styles.options}>
      {clips.length > 1 ? (
        <Segmented
          aria-label={t("player.mode")}
          value={view.mode}
          options={PLAYER_MODES.map((mode) => ({ value: mode, label: t(`player.modes.${mode}`) }))}
          onChange={(mode) => onView({ act: "mode", mode })}
        />
      ) : null}
      {view.mode === "side" ? null : <PairChoice names={names} view={view} onView={onView} />}
      <span className={styles.gap} />
      <span className={styles.keys}>{keysHint ?? t("player.keys")}</span>
      <Select
        aria-label={t("player.speed")}
        className={styles.speed}
        value={player?.snapshot.rate ?? 1}
        options={PLAYER_RATES.map((rate) => ({ value: rate, label: `${rate}×` }))}
        onChange={(rate) => player?.controller.setRate(rate)}
      />
      <Select
        aria-label={t("player.sound")}
        className={styles.choice}
        value={view.sound ?? SILENT}
        options={[{ value: SILENT, label: t("player.noSound") }, ...names]}
        onChange={(index) => onView({ act: "sound", index: index === SILENT ? null : index })}
      />
    </div>
  );
};

interface PairChoiceProps {
  names: { value: number; label: string }[];
  view: ViewState;
  onView: Dispatch<ViewAct>;
}

const PairChoice = ({ names, view, onView }: PairChoiceProps) => {
  const { t } = useTranslation();
  return (
    <span className={styles.pair}>
      <Select
        aria-label={t("player.front")}
        className={styles.choice}
        value={view.front}
        options={names}
        onChange={(index) => onView({ act: "front", index })}
      />
      <IconButton name={t("player.swap")} icon={<SwapOutlined />} onClick={() => onView({ act: "swap" })} />
      <Select
        aria-label={t("player.back")}
        className={styles.choice}
        value={view.back}
        options={names}
        onChange={(index) => onView({ act: "back", index })}
      />
    </span>
  );
};
