import { randomUUID } from "node:crypto";
import type { Curve, ExperimentRun, ExperimentRunDetail } from "@dailies/contract";
import { expect } from "vitest";
import { aCaller, type Caller } from "../../builders/a-caller.ts";
import { aService, type Service } from "../../builders/a-service.ts";
import type { Answer, RunningApp } from "../start-app.ts";

export interface RunsPage {
  readonly items: ExperimentRun[];
  readonly next_cursor: string | null;
  readonly is_partial: boolean;
}

export interface ExperimentsRig {
  /** Logs runs; an internal user created its credential. */
  readonly trainer: Service;
  readonly reader: Caller;
  readonly aRun: (more?: object, by?: Service) => Promise<string>;
  readonly log: (runId: string, batch: object, by?: Service) => Promise<Answer>;
  /** Logs a batch that must be stored. */
  readonly logged: (runId: string, batch: object) => Promise<void>;
  readonly update: (runId: string, body: object) => Promise<Answer>;
  readonly detail: (runId: string) => Promise<ExperimentRunDetail>;
  readonly curveOf: (runId: string, metric?: string, query?: string) => Promise<Curve>;
  readonly list: (query?: Record<string, string>) => Promise<RunsPage>;
}

/** A program that logs runs, and somebody who reads them. */
export const openExperiments = async (running: RunningApp): Promise<ExperimentsRig> => {
  const reader = await aCaller(running);
  const trainer = await aService(running, ["runs:write"]);
  // The files of a service belong to the user who created its credential.
  const owned = running.db.updateTable("service_credential").set({ created_by: reader.username });
  await owned.where("id", "=", trainer.id).execute();
  const log: ExperimentsRig["log"] = (runId, batch, by = trainer) =>
    by.post(`/api_v1/service/run/log/${runId}`, { batch_key: randomUUID(), ...batch });
  return {
    trainer,
    reader,
    log,
    aRun: async (more = {}, by = trainer) => {
      const body = { request_key: randomUUID(), experiment: "sweep", name: "run", ...more };
      const { status, body: made } = await by.post("/api_v1/service/run/create", body);
      expect([status, made]).toMatchObject([200, { is_replay: false }]);
      return String(made.id);
    },
    logged: async (runId, batch) => {
      const { status, body } = await log(runId, batch);
      expect([status, body]).toMatchObject([200, { is_replay: false }]);
    },
    update: (runId, body) => trainer.post(`/api_v1/service/run/update/${runId}`, body),
    detail: async (runId) =>
      (await reader.get(`/api_v1/experiment/run/${runId}`)).body as unknown as ExperimentRunDetail,
    curveOf: async (runId, metric = "loss", query = "") => {
      const { status, body } = await reader.get(`/api_v1/experiment/curves?run_id=${runId}&metric=${metric}${query}`);
      expect([status, body]).toMatchObject([200, { items: [{ run_id: runId }] }]);
      return (body as unknown as { items: [Curve] }).items[0];
    },
    list: async (query = {}) => {
      const { status, body } = await reader.get(`/api_v1/experiment/runs?${new URLSearchParams(query)}`);
      expect([status, body]).toMatchObject([200, {}]);
      return body as unknown as RunsPage;
    },
  };
};
