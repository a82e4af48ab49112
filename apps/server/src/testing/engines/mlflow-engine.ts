import { readConfig } from "../../config.ts";
import { testEnvironment } from "../environment.ts";
import { engineUnit } from "./engine-unit.ts";

export interface MlflowEngine {
  readonly address: string;
  readonly version: string;
  /** A call of its REST API, as a training program makes it. */
  readonly tell: <T = unknown>(path: string, body: object) => Promise<T>;
}

/** The MLflow server of this checkout, which is running. */
export const openMlflow = async (): Promise<MlflowEngine> => {
  const [address] = readConfig(testEnvironment()).runSourceOrigins;
  if (address === undefined) throw new Error("the environment names no MLflow server: run ./dev engines up");
  return {
    address,
    version: await engineUnit("mlflow").tell("version"),
    tell: async <T>(call: string, body: object): Promise<T> => {
      const response = await fetch(`${address}/api/2.0/mlflow/${call}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      });
      if (!response.ok) throw new Error(`${call} was answered with ${response.status}: ${await response.text()}`);
      return (await response.json()) as T;
    },
  };
};
