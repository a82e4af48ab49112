import type { LineageGraph, LineageNode } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../ui/format.ts";
import { BOX, layoutGraph, type PlacedNode } from "./graph-layout.rules.ts";
import styles from "./lineage.module.css";
import { type LineageRef, lineageGraphQuery } from "./lineage.queries.ts";
import { useObjectAddress, useObjectName } from "./object-link.tsx";

interface LineageGraphViewProps {
  of: LineageRef;
  onOpen: () => void;
}

export const LineageGraphView = ({ of, onOpen }: LineageGraphViewProps) => {
  const { t } = useTranslation();
  const found = useQuery(lineageGraphQuery(of));
  if (found.error)
    return (
      <ErrorPanel
        isCompact
        title={t("lineage.graph.failed")}
        error={found.error}
        isRetrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  if (!found.data) return <Skeleton rows={4} />;
  return (
    <>
      <Graph graph={found.data} onOpen={onOpen} />
      {found.data.is_cut ? <p className={styles.quiet}>{t("lineage.graph.cut")}</p> : null}
    </>
  );
};

const Graph = ({ graph, onOpen }: { graph: LineageGraph; onOpen: () => void }) => {
  const { t } = useTranslation();
  const area = useRef<HTMLElement>(null);
  const layout = layoutGraph(graph);
  const placeOf = new Map(layout.nodes.map((node) => [node.key, node]));
  const root = placeOf.get(graph.root);
  useEffect(() => {
    // A wide graph opens with its object in the middle.
    const { current } = area;
    if (current && root) current.scrollLeft = root.x + BOX.width / 2 - current.clientWidth / 2;
  }, [root]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section ref={area} className={styles.graph} aria-label={t("lineage.graph.name")} tabIndex={0}>
      <div className={styles.canvas} style={{ width: layout.width, height: layout.height }}>
        <svg width={layout.width} height={layout.height} aria-hidden="true">
          {graph.edges.map(({ from, to }) => (
            <EdgeLine key={`${from} ${to}`} from={placeOf.get(from)} to={placeOf.get(to)} />
          ))}
        </svg>
        <ul>
          {layout.nodes.map((place) => {
            const node = graph.nodes.find(({ key }) => key === place.key);
            return node ? (
              <NodeBox key={node.key} node={node} place={place} isRoot={node.key === graph.root} onOpen={onOpen} />
            ) : null;
          })}
        </ul>
      </div>
    </section>
  );
};

const EdgeLine = ({ from, to }: { from: PlacedNode | undefined; to: PlacedNode | undefined }) => {
  if (!(from && to)) return null;
  const [x1, y1] = [from.x + BOX.width, from.y + BOX.height / 2];
  const [x2, y2] = [to.x, to.y + BOX.height / 2];
  const bend = Math.max(BOX.gapX, x2 - x1) / 2;
  return <path d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`} />;
};

interface NodeBoxProps {
  node: LineageNode;
  place: PlacedNode;
  isRoot: boolean;
  onOpen: () => void;
}

const NodeBox = ({ node, place, isRoot, onOpen }: NodeBoxProps) => (
  <li
    className={styles.node}
    data-root={isRoot}
    data-kind={node.object?.kind ?? "hidden"}
    style={{ left: place.x, top: place.y, width: BOX.width, height: BOX.height }}
  >
    <NodeName node={node} isRoot={isRoot} onOpen={onOpen} />
    <MoreMark count={node.more_sources} side="moreSources" />
    <MoreMark count={node.more_uses} side="moreUses" />
  </li>
);

const NodeName = ({ node: { object, hidden }, isRoot, onOpen }: Omit<NodeBoxProps, "place">) => {
  const { t, i18n } = useTranslation();
  const addressOf = useObjectAddress();
  const nameOf = useObjectName();
  if (!object)
    return (
      <span className={styles.quiet}>
        {t("lineage.hidden", { count: hidden, shown: formatCount(hidden, i18n.language) })}
      </span>
    );
  const address = isRoot ? undefined : addressOf(object);
  const name = nameOf(object);
  return (
    <>
      <span className={styles.kind}>
        {t(`lineage.kind.${object.kind}`)}
        {isRoot ? ` · ${t("lineage.graph.here")}` : null}
        {object.is_deleted ? ` · ${t("lineage.deleted")}` : null}
      </span>
      {address === undefined ? (
        <span className={styles.nodeName} title={name}>
          {name}
        </span>
      ) : (
        <Link className={styles.nodeName} to={address} title={name} onClick={onOpen}>
          {name}
        </Link>
      )}
    </>
  );
};

const MoreMark = ({ count, side }: { count: number; side: "moreSources" | "moreUses" }) => {
  const { t, i18n } = useTranslation();
  if (count === 0) return null;
  const shown = formatCount(count, i18n.language);
  return (
    <span className={styles.mark} data-side={side} title={t(`lineage.graph.${side}`, { shown })}>
      <span aria-hidden="true">+{shown}</span>
      <span className="ds-visually-hidden">{t(`lineage.graph.${side}`, { shown })}</span>
    </span>
  );
};
