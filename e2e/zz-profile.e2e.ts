import { currentRun } from "./environment.ts";
import { scrollFor } from "./story/frames.ts";
import { insertManyCells } from "./story/many-cells.ts";
import { storeClips } from "./story/stored-clips.ts";
import { expect, test } from "./story/test.ts";
import { addTinyPerformer, MAKER_PERMISSIONS } from "./story/tiny-performer.ts";

test("profile", async ({ page, people, enterAs }) => {
  test.setTimeout(200_000);
  const owner = await people.add({ permissions: MAKER_PERMISSIONS });
  await enterAs(owner);
  const performerName = await addTinyPerformer(page);
  const stored = await storeClips({ clips: 20, posters: 200 });
  const id = await insertManyCells(currentRun().databaseUrl, { rows: 1000, columns: 20, name: "x", ownerId: owner.id, performerName, stored });
  for (const round of [0, 1]) {
    await page.goto("about:blank");
    await page.goto(`/#/task-generate?task=${id}`);
    await expect(page.getByRole("gridcell", { name: /^Row 1, Checkpoint 1: Ready/ })).toBeVisible();
    await page.waitForTimeout(500);
    await page.evaluate(() => {
      const w = window as unknown as { loaf: unknown[] };
      w.loaf = [];
      new PerformanceObserver((list) => {
        for (const e of list.getEntries() as any[])
          w.loaf.push({ d: Math.round(e.duration), b: Math.round(e.blockingDuration), r: Math.round(e.startTime + e.duration - e.renderStart), s: Math.round(e.startTime + e.duration - e.styleAndLayoutStart), scripts: e.scripts.map((x: any) => [x.invokerType, x.invoker, x.sourceFunctionName, Math.round(x.duration), Math.round(x.forcedStyleAndLayoutDuration)].join("|")) });
      }).observe({ type: "long-animation-frame", buffered: false });
    });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Profiler.enable");
    await cdp.send("Profiler.setSamplingInterval", { interval: 500 });
    await cdp.send("Profiler.start");
    const { frameMs, longTasks } = await scrollFor(page, '[role="grid"]', 5000, 20);
    const { profile } = await cdp.send("Profiler.stop");
    const sorted = frameMs.toSorted((a, b) => a - b);
    process.stdout.write(`frames ${frameMs.length} p99 ${sorted[Math.floor(sorted.length * 0.99)]} long ${longTasks.map((x) => x.durationMs).join(" ")}\n`);
    if (round === 1) {
      const loaf = await page.evaluate(() => (window as unknown as { loaf: unknown[] }).loaf);
      process.stdout.write(`${loaf.map((x) => JSON.stringify(x)).join("\n")}\n`);
      const self = new Map<string, number>();
      const byId = new Map(profile.nodes.map((n) => [n.id, n]));
      const dts = profile.timeDeltas ?? [];
      (profile.samples ?? []).forEach((s, i) => {
        const n = byId.get(s);
        if (!n) return;
        const k = `${n.callFrame.functionName || "(anon)"} ${n.callFrame.url.split("/").pop()}:${n.callFrame.lineNumber}:${n.callFrame.columnNumber}`;
        self.set(k, (self.get(k) ?? 0) + (dts[i] ?? 0) / 1000);
      });
      process.stdout.write(`${[...self].toSorted((a, b) => b[1] - a[1]).slice(0, 40).map(([k, v]) => `${v.toFixed(0)} ms ${k}`).join("\n")}\n`);
    }
  }
  await stored.remove();
});
