import { describe, expect, it } from "vitest";
import { checkSubmissions } from "./processing.ts";

const attempts = (...rows: [id: string, status: string, submittedAt: Date | null][]) =>
  new Map(rows.map(([id, status, at]) => [id, { submission_id: id, status, submitted_at: at }]));
const accepted = (submissionId: string, sessionName = "one", besides: string[] = []) => ({
  kind: "submission" as const,
  sessionName,
  submissionId,
  besides,
});
const at = new Date(0);

describe("the audit of submissions", () => {
  it("accepts one job an attempt, also when a head that lost everything gets it again", () => {
    const found = checkSubmissions(attempts(["a", "Failed", at], ["b", "Finished", at], ["c", "Cancelled", null]), [
      accepted("a"),
      accepted("a", "two"),
      accepted("b", "two"),
    ]);
    expect(found).toEqual([]);
  });

  it("finds a job that was accepted twice, one of no attempt, and one that no cluster accepted", () => {
    const found = checkSubmissions(attempts(["a", "Finished", at], ["c", "Running", at]), [
      accepted("a"),
      accepted("a"),
      accepted("b"),
    ]);
    expect(found).toEqual([
      "a was accepted twice in one session",
      "b belongs to no attempt",
      "c counts as submitted and no cluster accepted it",
    ]);
  });

  it("finds a job beside one that counts as failed, but not beside one that was cancelled", () => {
    const rows = attempts(["a", "Failed", at], ["b", "Cancelled", at], ["c", "Finished", at]);
    expect(checkSubmissions(rows, [accepted("a"), accepted("b", "one", ["a"]), accepted("c", "one", ["b"])])).toEqual([
      "b was submitted while a ran",
    ]);
  });
});
