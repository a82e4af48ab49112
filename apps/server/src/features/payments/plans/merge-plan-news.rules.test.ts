import { describe, expect, it } from "vitest";
import { mergePlanNews } from "./merge-plan-news.rules.ts";

const at = (second: number): Date => new Date(Date.UTC(2026, 10, 17, 12, 0, second));
const known = (status: string, second: number, id = "evt_m") => ({ status, told_at: at(second), told_id: id });
const news = (status: "active" | "past_due" | "cancel_scheduled" | "cancelled", second: number, id = "evt_n") => ({
  status,
  toldAt: at(second),
  toldId: id,
});
const request = (mode: "now" | "period_end", reported = "active") => ({
  mode,
  requested_at: at(10),
  reported_status: reported,
});

describe("a report about a subscription", () => {
  it("never brings back one that has ended, however new it is", () => {
    expect(mergePlanNews(known("cancelled", 5), undefined, news("active", 50)).takes).toBe("nothing");
    expect(mergePlanNews(known("expired", 5), undefined, news("cancel_scheduled", 50)).takes).toBe("nothing");
  });

  it("of the provider ends one even if a newer report arrived first, and that of a backend does not", () => {
    const ended = news("cancelled", 5);
    expect(mergePlanNews(known("active", 50), undefined, { ...ended, isFinal: true }).takes).toBe("all");
    expect(mergePlanNews(known("active", 50), undefined, ended).takes).toBe("nothing");
    expect(mergePlanNews(known("cancelled", 50), request("now"), ended).takes).toBe("all");
  });

  it("is decided within one second by how close it is to the end, then by its id", () => {
    expect(mergePlanNews(known("cancel_scheduled", 5, "evt_a"), undefined, news("active", 5)).takes).toBe("nothing");
    expect(mergePlanNews(known("active", 5, "evt_z"), undefined, news("cancel_scheduled", 5)).takes).toBe("all");
    expect(mergePlanNews(known("active", 5, "evt_z"), undefined, news("past_due", 5)).takes).toBe("nothing");
  });

  it("resumes a scheduled end that the customer took back", () => {
    expect(mergePlanNews(known("cancel_scheduled", 5), undefined, news("active", 6)).takes).toBe("all");
  });
});

describe("while an operator's request is open", () => {
  it("a report that does not know of it changes the facts and not the end", () => {
    const merge = { takes: "facts", confirmsRequest: false };
    expect(mergePlanNews(known("cancelled", 5), request("now"), news("active", 50))).toEqual(merge);
    expect(mergePlanNews(known("cancelled", 5), request("now"), news("cancel_scheduled", 50))).toEqual(merge);
    expect(mergePlanNews(known("cancel_scheduled", 5), request("period_end"), news("past_due", 50))).toEqual(merge);
  });

  it("the report of the end confirms it, also within the second of the request", () => {
    const merge = { takes: "all", confirmsRequest: true };
    expect(mergePlanNews(known("cancelled", 5), request("now"), news("cancelled", 9))).toEqual(merge);
    expect(mergePlanNews(known("cancel_scheduled", 5), request("period_end"), news("cancel_scheduled", 10))).toEqual(
      merge,
    );
    expect(mergePlanNews(known("cancel_scheduled", 5), request("period_end"), news("cancelled", 10))).toEqual(merge);
  });

  it("a late report of the scheduled end confirms it and gives way to the newer one that resumed it", () => {
    const merge = mergePlanNews(known("cancel_scheduled", 30), request("period_end"), news("cancel_scheduled", 20));
    expect(merge).toEqual({ takes: "earlier report", confirmsRequest: true });
  });
});
