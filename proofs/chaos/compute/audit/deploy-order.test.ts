import { describe, expect, it } from "vitest";
import { configSha256 } from "../../../../apps/server/src/features/inference-services/deploys/serve-config.rules.ts";
import type { JournalEntry } from "../cluster/head-protocol.ts";
import { checkDeployOrder, type DeployStep } from "./deploy-order.ts";

const app = (replicas: number) => ({ name: "mine", replicas });
const other = { name: "other" };
const wrote = (...applications: { name: string }[]): JournalEntry => ({ kind: "write", applications });
const boot = (sessionName: string): JournalEntry => ({ kind: "boot", sessionName });
const steps = (...replicas: (number | null)[]): DeployStep[] =>
  replicas.map((count, at) => ({ number: at + 1, sha256: count === null ? null : configSha256(app(count)) }));
const check = (own: DeployStep[], ...journal: JournalEntry[]) => checkDeployOrder("mine", own, [boot("a"), ...journal]);

describe("the order of deploys", () => {
  it("holds when each change is that of the next deploys, also when some are not written or written twice", () => {
    const journal = [wrote(other), wrote(other, app(1)), wrote(app(1)), wrote(app(3)), wrote(other)];
    expect(check(steps(1, 2, 3, null), ...journal)).toEqual([]);
  });

  it("is broken by a former deploy that is applied after a newer one", () => {
    expect(check(steps(1, 2), wrote(app(1)), wrote(app(2)), wrote(app(1)))).toHaveLength(1);
  });

  it("is broken by an application that is dropped without a deploy", () => {
    expect(check(steps(1), wrote(app(1)), wrote(other))).toHaveLength(1);
  });

  it("is broken by a configuration that no deploy asked for", () => {
    expect(check(steps(1), wrote(app(7)))).toHaveLength(1);
  });

  it("allows that a new session begins without it, and that it is deployed again", () => {
    expect(check(steps(1, 1), wrote(app(1)), boot("b"), wrote(other), wrote(app(1)))).toEqual([]);
    expect(check(steps(1), wrote(app(1)), boot("b"), wrote(app(1)))).toHaveLength(1);
    expect(check(steps(1), wrote(app(1)), boot("a"), wrote(app(1)))).toEqual([]);
  });
});
