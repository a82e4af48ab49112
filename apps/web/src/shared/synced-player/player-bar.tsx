import {
  CaretRightOutlined,
  CloseOutlined,
  LoginOutlined,
  LogoutOutlined,
  PauseOutlined,
  RetweetOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
} from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/icon-button.tsx";
import { withLoopEnd, withLoopStart } from "./controller/sync-rules.ts";
import { PlayerTimeline } from "./player-timeline.tsx";
import styles from "./synced-player.module.css";
import type { PlayerMark } from "./types.ts";
import type { Player } from "./use-player.ts";

interface PlayerBarProps {
  player: Player;
  marks?: readonly PlayerMark[];
  onMark?: (timeS: number) => void;
  /** The timeline takes a row of its own, to scale with the lanes below it. */
  isToScale?: boolean;
}

/** Play, step, position, and loop range. */
export const PlayerBar = ({ player, marks, onMark, isToScale }: PlayerBarProps) => {
  const { t } = useTranslation();
  const { controller, snapshot } = player;
  const { wantsToPlay } = snapshot;
  return (
    <div className={styles.bar} data-to-scale={isToScale || undefined}>
      <IconButton name={t("player.stepBack")} icon={<StepBackwardOutlined />} onClick={() => controller.step(-1)} />
      <IconButton
        name={t(wantsToPlay ? "player.pause" : "player.play")}
        icon={wantsToPlay ? <PauseOutlined /> : <CaretRightOutlined />}
        isBusy={snapshot.status === "gathering" && wantsToPlay && controller.timeS === 0}
        onClick={() => (wantsToPlay ? controller.pause() : controller.play())}
      />
      <IconButton name={t("player.stepOn")} icon={<StepForwardOutlined />} onClick={() => controller.step(1)} />
      <PlayerTimeline player={player} marks={marks} onMark={onMark} isToScale={isToScale} />
      <LoopButtons player={player} />
    </div>
  );
};

const LoopButtons = ({ player: { controller, snapshot } }: { player: Player }) => {
  const { t } = useTranslation();
  const { loop, isLooping, durationS } = snapshot;
  return (
    <>
      <IconButton
        name={t("player.loopFrom")}
        icon={<LoginOutlined />}
        onClick={() => controller.setLoop(withLoopStart(loop, controller.frames.startOf(controller.frame), durationS))}
      />
      <IconButton
        name={t("player.loopTo")}
        icon={<LogoutOutlined />}
        onClick={() => controller.setLoop(withLoopEnd(loop, controller.frames.endOf(controller.frame)))}
      />
      {loop ? (
        <IconButton name={t("player.loopClear")} icon={<CloseOutlined />} onClick={() => controller.setLoop(null)} />
      ) : null}
      <IconButton
        name={t("player.repeat")}
        icon={<RetweetOutlined />}
        isPressed={isLooping}
        onClick={() => controller.setLooping(!isLooping)}
      />
    </>
  );
};
