import { Button } from "antd";
import { useMemo, useState } from "react";
import { DataTable } from "../../../../ui/data-table/data-table.tsx";
import { Detail } from "../../../../ui/detail.tsx";
import { EmptyState } from "../../../../ui/feedback/empty-state.tsx";
import { StatusTag } from "../../../../ui/feedback/status-tag.tsx";
import { formatBytes, formatCount } from "../../../../ui/format.ts";
import { Mono } from "../../../../ui/mono.tsx";
import { Time } from "../../../../ui/time.tsx";
import { useDetailParam } from "../../../../ui/use-detail-param.ts";
import { CLIP_COLUMNS, clipKey } from "../clip-columns.tsx";
import { Example } from "../example.tsx";
import { type SampleClip, sampleClips } from "../sample-clips.ts";
import { sampleFailure } from "../sample-failure.ts";

const ClipFacts = ({ clip }: { clip: SampleClip }) => (
  <dl className="gallery-facts">
    <dt>Prompt</dt>
    <dd>{clip.prompt}</dd>
    <dt>Status</dt>
    <dd>
      <StatusTag tone={clip.tone}>{clip.status}</StatusTag>
    </dd>
    <dt>Id</dt>
    <dd>
      <Mono value={clip.id} copyAs="clip id" />
    </dd>
    <dt>Frames</dt>
    <dd>{formatCount(clip.frames)}</dd>
    <dt>Size</dt>
    <dd>{formatBytes(clip.sizeBytes)}</dd>
    <dt>Created</dt>
    <dd>
      <Time at={clip.createdAt} />
    </dd>
  </dl>
);

const ListWithDetail = () => {
  const clips = useMemo(() => sampleClips(200), []);
  const detail = useDetailParam("clip");
  const index = clips.findIndex((clip) => clip.id === detail.openId);
  const step = (to: number): (() => void) | undefined => {
    const clip = clips[to];
    return clip && (() => detail.move(clip.id));
  };
  const clip = clips[index];
  return (
    <div className="gallery-tall">
      <DataTable
        name="Sample clips"
        columns={CLIP_COLUMNS}
        rows={clips}
        rowKey={clipKey}
        onOpen={(chosen) => detail.open(chosen.id)}
        openKey={detail.openId}
        empty={<EmptyState title="No clips yet">Clips appear here.</EmptyState>}
      />
      <Detail
        isOpen={clip !== undefined}
        title={clip?.id ?? ""}
        onClose={detail.close}
        onPrevious={step(index - 1)}
        onNext={step(index + 1)}
        position={{ index: index + 1, total: clips.length }}
      >
        {clip && <ClipFacts clip={clip} />}
      </Detail>
    </div>
  );
};

export const DetailExamples = () => {
  const [shown, setShown] = useState<"loading" | "error">();
  const close = (): void => setShown(undefined);
  return (
    <>
      <Example state="Over its list: open a row">
        <ListWithDetail />
      </Example>
      <Example state="Loading and error">
        <div className="gallery-row">
          <Button onClick={() => setShown("loading")}>Open one that loads</Button>
          <Button onClick={() => setShown("error")}>Open one that failed</Button>
        </div>
        <Detail
          isOpen={shown !== undefined}
          title="clip-000042"
          onClose={close}
          isLoading={shown === "loading"}
          error={shown === "error" ? sampleFailure() : undefined}
          onRetry={() => setShown("loading")}
        />
      </Example>
    </>
  );
};
