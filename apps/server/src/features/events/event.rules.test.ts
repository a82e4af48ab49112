import { liveEvent } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import {
  type CellChanged,
  callRow,
  cellsAnewRow,
  cellsRows,
  coalesce,
  type EventRow,
  packageRow,
  RESET_ROW,
  type StoredEvent,
  taskEvents,
} from "./event.rules.ts";

const TASK = "0191a3c0-0000-7000-8000-000000000001";
const OTHER = "0191a3c0-0000-7000-8000-000000000002";
const CALL = "0191a3c0-0000-7000-8000-000000000003";

const aCell = (row: number, status: CellChanged["status"], taskId = TASK): CellChanged => ({
  taskId,
  row,
  col: 0,
  sample: 0,
  status,
  progress: null,
  queuePosition: null,
  attemptCount: 1,
});

const stored = (rows: readonly EventRow[]): StoredEvent[] => rows.map((row, id) => ({ ...row, id: String(id) }));

describe("telling changes", () => {
  it("says the last word on each cell, once for each task", () => {
    const rows = [
      ...cellsRows([aCell(1, "Queued"), aCell(2, "Queued")]),
      ...cellsRows([aCell(1, "Running"), aCell(1, "Queued", OTHER)]),
      ...cellsRows([aCell(1, "Succeeded")]),
    ];
    const { events, taskIds } = coalesce(stored(rows));
    expect(events.map(({ topic }) => topic)).toEqual([`task:${TASK}`, `task:${OTHER}`]);
    expect(events[0]?.event).toMatchObject({
      kind: "cells",
      cells: [
        { row: 1, status: "Succeeded" },
        { row: 2, status: "Queued" },
      ],
    });
    expect(taskIds).toEqual([TASK, OTHER]);
  });

  it("tells to read again instead of every change that came with it", () => {
    const rows = [...cellsRows([aCell(1, "Queued"), aCell(1, "Queued", OTHER)]), cellsAnewRow(TASK)];
    const { events, taskIds } = coalesce(stored(rows));
    expect(events.map(({ topic, event }) => [topic, event.kind])).toEqual([
      [`task:${TASK}`, "reset"],
      [`task:${OTHER}`, "cells"],
    ]);
    expect(taskIds).toEqual([TASK, OTHER]);
  });

  it("puts at most five hundred cells into one row and one event", () => {
    const many = Array.from({ length: 1_201 }, (_, row) => aCell(row, "Queued"));
    const rows = cellsRows(many);
    expect(rows).toHaveLength(3);
    const { events } = coalesce(stored(rows));
    const sizes = events.map(({ event }) => (event.kind === "cells" ? event.cells.length : 0));
    expect(sizes).toEqual([500, 500, 201]);
  });

  it("tells calls to their owner under the name they asked for", () => {
    const change = { id: CALL, userId: "u1", progress: 0.4, queuePosition: null };
    const rows = [callRow({ ...change, status: "Queued" }), callRow({ ...change, status: "Running" })];
    expect(coalesce(stored(rows))).toEqual({
      events: [
        {
          topic: "calls:u1",
          event: { kind: "call", topic: "calls", id: CALL, status: "Running", progress: 0.4, queue_position: null },
        },
      ],
      taskIds: [],
    });
  });

  it("says the last word on each package, and once however many of its shards were written", () => {
    const planned = { shards_total: 9, samples_total: 90, bytes_total: 900, bytes_done: 0, left_out: 0 };
    const at = (id: string, done: number) =>
      packageRow({ ...planned, id, status: "Running", shards_done: done, samples_done: 10 * done });
    const { events } = coalesce(stored([at(TASK, 1), at(OTHER, 4), at(TASK, 2), at(TASK, 3)]));
    expect(events.map(({ topic, event }) => [topic, liveEvent.parse(event)])).toMatchObject([
      ["packages", { kind: "package", id: TASK, shards_done: 3, samples_done: 30 }],
      ["packages", { kind: "package", id: OTHER, shards_done: 4 }],
    ]);
  });

  it("says only what the contract describes", () => {
    const state = { status: "Generating" as const, revision: 3, progress: null, spend: null };
    const rows = [...cellsRows([aCell(0, "Failed")]), RESET_ROW];
    const events = [...coalesce(stored(rows)).events, ...taskEvents(TASK, state)].map(({ event }) => event);
    expect(events.map((event) => liveEvent.parse(event))).toEqual(events);
    expect(taskEvents(TASK, state).map(({ topic }) => topic)).toEqual(["tasks", `task:${TASK}`]);
  });
});
