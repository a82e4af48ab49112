import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planSprite, spriteVtt } from "./media-sprite.ts";

const plan = (duration: number | null, width = 1_920, height = 1_080, kind: "video" | "image" = "video") =>
  planSprite({
    type: { kind, mime: "video/mp4", demuxer: "mov" },
    probe: { duration, width, height, fps: 24, frames: null, codec: "h264", audio: null, vfr: false },
  });

describe("planning a sprite sheet", () => {
  it("gives a tile each half second, and fewer of them for longer clips", () => {
    expect(plan(5)).toEqual({
      tileWidth: 160,
      tileHeight: 90,
      columns: 10,
      rows: 1,
      tiles: 10,
      secondsPerTile: 0.5,
    });
    expect(plan(600)).toMatchObject({ tiles: 100, rows: 10, secondsPerTile: 6 });
    expect(plan(0.04)).toMatchObject({ tiles: 1, columns: 1, rows: 1 });
    expect(plan(2.02)).toMatchObject({ tiles: 4 });
  });

  it("has none for pictures and for clips of unknown length", () => {
    expect(plan(null)).toBeUndefined();
    expect(plan(5, 640, 480, "image")).toBeUndefined();
  });

  it("covers any clip within any size that is let in", () => {
    const side = fc.integer({ min: 1, max: 8_192 });
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 14_400, noNaN: true }), side, side, (duration, width, height) => {
        const sheet = plan(duration, width, height);
        expect(sheet).toBeDefined();
        const { tiles = 0, secondsPerTile = 0, columns = 0, rows = 0, tileWidth = 0, tileHeight = 0 } = sheet ?? {};
        expect(tiles).toBeGreaterThanOrEqual(1);
        expect(tiles).toBeLessThanOrEqual(100);
        expect((tiles + 0.11) * secondsPerTile).toBeGreaterThanOrEqual(duration);
        expect(columns * rows).toBeGreaterThanOrEqual(tiles);
        expect(tileWidth).toBeGreaterThanOrEqual(1);
        expect(Math.max(tileWidth / 160, tileHeight / 320)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("is written as WebVTT", () => {
    const sheet = plan(3_700);
    expect(sheet && spriteVtt(sheet, "sprite.webp").split("\n\n").slice(0, 3).concat("…")).toEqual([
      "WEBVTT",
      "00:00:00.000 --> 00:00:37.000\nsprite.webp#xywh=0,0,160,90",
      "00:00:37.000 --> 00:01:14.000\nsprite.webp#xywh=160,0,160,90",
      "…",
    ]);
    expect(sheet && spriteVtt(sheet, "sprite.webp").trimEnd().split("\n\n").at(-1)).toBe(
      "01:01:03.000 --> 01:01:40.000\nsprite.webp#xywh=1440,810,160,90",
    );
  });
});
