import { DoubleLeftOutlined, DoubleRightOutlined, LeftOutlined, RightOutlined, SwapOutlined } from "@ant-design/icons";
import type { ViewerHeader } from "@dailies/contract";
import { Button, InputNumber } from "antd";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { UrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { formatCount } from "../../../ui/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { ViewerUrlState } from "../use-viewer-url-state.ts";
import styles from "./go.module.css";
import { GoBox } from "./go-box.tsx";
import { useWalkKeys, type Walk } from "./use-walk.ts";

interface GoBarProps {
  header: ViewerHeader;
  urlState: UrlFilters<ViewerUrlState>;
  walk: Walk;
  /** The switch between single samples and streaming. */
  modes: ReactNode;
}

/** The position in the dataset, and navigation. */
export const GoBar = ({ header, urlState, walk, modes }: GoBarProps) => {
  const { t, i18n } = useTranslation();
  useWalkKeys(walk);
  const { i: index } = urlState.values;
  const count = (value: number): string => formatCount(value, i18n.language);
  const isFirst = index <= 0;
  const isLast = index >= header.samples - 1;
  return (
    <div className={styles.bar}>
      {modes}
      <GoBox header={header} walk={walk} />
      <span className={styles.steps}>
        <IconButton
          name={t("viewer.go.shardBefore")}
          icon={<DoubleLeftOutlined aria-hidden="true" />}
          isDisabled={walk.shard === undefined || walk.shard === 0}
          onClick={() => walk.stepShard(-1)}
        />
        <IconButton
          name={t("viewer.go.before")}
          icon={<LeftOutlined aria-hidden="true" />}
          isDisabled={isFirst}
          onClick={() => walk.step(-1)}
        />
        <span className={`${styles.position} ds-number`} role="status">
          {t("viewer.go.position", { index: count(index), samples: count(header.samples) })}
        </span>
        <IconButton
          name={t("viewer.go.next")}
          icon={<RightOutlined aria-hidden="true" />}
          isDisabled={isLast}
          onClick={() => walk.step(1)}
        />
        <IconButton
          name={t("viewer.go.shardNext")}
          icon={<DoubleRightOutlined aria-hidden="true" />}
          isDisabled={walk.shard === undefined || walk.shard >= header.shards - 1}
          onClick={() => walk.stepShard(1)}
        />
      </span>
      <RandomDraw urlState={urlState} walk={walk} />
    </div>
  );
};

const RandomDraw = ({ urlState, walk }: Pick<GoBarProps, "urlState" | "walk">) => {
  const { t, i18n } = useTranslation();
  const seedId = useId();
  const { luck, draw } = urlState.values;
  return (
    <span className={styles.random}>
      <Button icon={<SwapOutlined aria-hidden="true" />} onClick={walk.drawRandom}>
        {t("viewer.go.random")}
      </Button>
      <label htmlFor={seedId} className={styles.quiet}>
        {t("viewer.go.seed")}
      </label>
      <InputNumber
        id={seedId}
        className={styles.seed}
        min={0}
        max={2_147_483_647}
        precision={0}
        controls={false}
        value={luck}
        onChange={(value) => {
          if (value !== null) urlState.set({ luck: value, draw: 0 }, { replace: true });
        }}
      />
      {draw > 0 ? (
        <span className={`${styles.quiet} ds-number`}>
          {t("viewer.go.draw", { draw: formatCount(draw, i18n.language) })}
        </span>
      ) : null}
    </span>
  );
};
