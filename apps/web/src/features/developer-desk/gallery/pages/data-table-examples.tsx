import { useMemo, useState } from "react";
import { DataTable } from "../../../../ui/data-table/data-table.tsx";
import type { Sort } from "../../../../ui/data-table/types.ts";
import { EmptyState } from "../../../../ui/feedback/empty-state.tsx";
import { CLIP_COLUMNS, clipKey } from "../clip-columns.tsx";
import { Example } from "../example.tsx";
import { SampleAction } from "../sample-action.tsx";
import { type SampleClip, sampleClips } from "../sample-clips.ts";
import { sampleFailure } from "../sample-failure.ts";
import { useSampleRetry } from "../use-sample-retry.ts";

const ALL_ROWS = 100_000;
const NO_ROWS: readonly SampleClip[] = [];

const NoClips = () => (
  <EmptyState title="No clips yet" action={<SampleAction isPrimary>Generate clips</SampleAction>}>
    Clips appear here as soon as a task has generated the first one.
  </EmptyState>
);

const VALUES: Record<string, (clip: SampleClip) => string | number> = {
  id: (clip) => clip.id,
  model: (clip) => clip.model,
  frames: (clip) => clip.frames,
};

const sorted = (clips: readonly SampleClip[], sort: Sort | undefined): readonly SampleClip[] => {
  const valueIn = sort && VALUES[sort.key];
  if (!valueIn) return clips;
  const sign = sort.direction === "asc" ? 1 : -1;
  return clips.toSorted((one, other) => (valueIn(one) < valueIn(other) ? -sign : sign));
};

const FullTable = () => {
  const clips = useMemo(() => sampleClips(ALL_ROWS), []);
  const [sort, setSort] = useState<Sort>();
  const [openKey, setOpenKey] = useState<string>();
  const rows = useMemo(() => sorted(clips, sort), [clips, sort]);
  return (
    <DataTable
      name="All sample clips"
      columns={CLIP_COLUMNS}
      rows={rows}
      rowKey={clipKey}
      sort={sort}
      onSortChange={setSort}
      openKey={openKey}
      onOpen={(clip) => setOpenKey(clip.id)}
      storageName="gallery-clips"
      empty={<NoClips />}
    />
  );
};

const PagedTable = () => {
  const [{ page, pageSize }, setPaging] = useState({ page: 1, pageSize: 10 });
  const clips = useMemo(() => sampleClips(248), []);
  return (
    <DataTable
      name="Paged sample clips"
      columns={CLIP_COLUMNS}
      rows={clips.slice((page - 1) * pageSize, page * pageSize)}
      rowKey={clipKey}
      paging={{
        page,
        pageSize,
        total: clips.length,
        onChange: (nextPage, nextSize) => setPaging({ page: nextPage, pageSize: nextSize }),
      }}
      empty={<NoClips />}
    />
  );
};

const FailedTable = ({ name, rows }: { name: string; rows: readonly SampleClip[] }) => {
  const { isRetrying, retry } = useSampleRetry();
  return (
    <DataTable
      name={name}
      columns={CLIP_COLUMNS}
      rows={rows}
      rowKey={clipKey}
      isLoading={isRetrying}
      error={isRetrying ? undefined : sampleFailure()}
      onRetry={retry}
      empty={<NoClips />}
    />
  );
};

export const DataTableExamples = () => {
  const few = useMemo(() => sampleClips(6), []);
  const shared = { columns: CLIP_COLUMNS, rowKey: clipKey, empty: <NoClips /> };
  return (
    <>
      <Example state="Full: 100,000 rows in memory">
        <div className="gallery-tall">
          <FullTable />
        </div>
      </Example>
      <Example state="Paged by the server">
        <div className="gallery-tall">
          <PagedTable />
        </div>
      </Example>
      <Example state="Loading">
        <div className="gallery-table">
          <DataTable name="Loading clips" rows={NO_ROWS} isLoading {...shared} />
        </div>
      </Example>
      <Example state="Empty">
        <div className="gallery-tall">
          <DataTable name="No clips" rows={NO_ROWS} {...shared} />
        </div>
      </Example>
      <Example state="Partial: a renewal failed, the rows stay">
        <div className="gallery-tall">
          <FailedTable name="Stale clips" rows={few} />
        </div>
      </Example>
      <Example state="Error">
        <div className="gallery-table">
          <FailedTable name="Failed clips" rows={NO_ROWS} />
        </div>
      </Example>
    </>
  );
};
