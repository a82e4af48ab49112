import { afterEach, describe, expect, it } from "vitest";
import { captureLog } from "../../testing/captured-log.ts";
import { fakeClock } from "../../testing/fake-clock.ts";
import { openTestDatabase, testDatabase } from "../../testing/test-database.ts";
import { verifyChain } from "./index.ts";
import { createDenialRecorder } from "./record-denials.ts";

const database = testDatabase();
const clock = fakeClock();
afterEach(() => clock.advance(120_000));

describe("writing refusals down", () => {
  it("stops at a maximum number of refusals, and logs that it did", async () => {
    const { db } = database.current;
    const { log, lines } = captureLog();
    const recorder = createDenialRecorder({ db, clock: clock.now, log }, 20);
    const note = (n: number): void => recorder.note({ userName: `user-${n}`, route: "GET /a", requestId: `r-${n}` });
    for (let n = 0; n < 25; n++) note(n);
    const full = "denied requests are rate-limited; not every one is written to the history";
    expect(lines.filter((line) => line.includes(full))).toHaveLength(5);
    clock.advance(60_001);
    note(26);
    expect(lines).toHaveLength(5);
    await recorder.settled();
    expect((await verifyChain(db)).entries).toBe(21);
  });

  it("logs what could not be written and goes on", async () => {
    const gone = await openTestDatabase();
    await gone.close();
    const { log, lines } = captureLog();
    const recorder = createDenialRecorder({ db: gone.db, clock: clock.now, log });
    recorder.note({ userName: "eve", route: "GET /a", requestId: "r-1" });
    recorder.note({ userName: "eve", route: "GET /b", requestId: "r-2" });
    await recorder.settled();
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.map(({ level, requestId }) => [level, requestId])).toEqual([
      ["error", "r-1"],
      ["error", "r-2"],
    ]);
  });
});
