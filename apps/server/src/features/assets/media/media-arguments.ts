import { MAX_PIXELS, MAX_STREAMS } from "./media-limits.ts";
import type { MediaType } from "./media-sniff-containers.ts";

/** Demuxer names as ffmpeg's format whitelist expects them. */
const FORMAT_NAMES: Readonly<Record<string, string>> = {
  mov: "mov,mp4,m4a,3gp,3g2,mj2",
  matroska: "matroska,webm",
};

const PICTURE_DECODERS = [
  ["h264", "hevc", "av1", "libdav1d", "libaom-av1", "vp8", "vp9", "libvpx", "libvpx-vp9", "mpeg4", "mpeg2video"],
  ["mpeg1video", "prores", "dnxhd", "theora", "mjpeg", "png", "apng", "webp", "gif"],
].flat();

/** ffprobe opens every stream of a file, although only pictures are decoded. */
const OTHER_DECODERS = [
  ["aac", "mp3", "mp3float", "mp2", "mp2float", "opus", "libopus", "vorbis", "flac", "alac", "ac3", "eac3"],
  ["pcm_u8", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be", "pcm_f32le", "pcm_f32be"],
  ["pcm_alaw", "pcm_mulaw", "adpcm_ms", "adpcm_ima_wav", "mov_text", "subrip", "webvtt", "ass", "ssa"],
].flat();

const opening = ({ demuxer }: MediaType, decoders: readonly string[]): string[] =>
  [
    ["-v", "error", "-protocol_whitelist", "file", "-f", demuxer],
    ["-format_whitelist", FORMAT_NAMES[demuxer] ?? demuxer, "-codec_whitelist", decoders.join(",")],
    ["-max_pixels", `${MAX_PIXELS}`, "-max_streams", `${MAX_STREAMS}`],
  ].flat();

/** Input options for callers that decode pictures. */
export const openingForPictures = (type: MediaType): string[] => opening(type, PICTURE_DECODERS);
/** Input options for callers that copy streams. */
export const openingForCopies = (type: MediaType): string[] => opening(type, [...PICTURE_DECODERS, ...OTHER_DECODERS]);

const PROBED = [
  "format=duration",
  "stream=index,codec_type,codec_name,width,height,r_frame_rate,avg_frame_rate,nb_frames,duration",
  "stream_disposition=attached_pic",
  "stream_side_data=rotation",
].join(":");

export const probeArguments = (type: MediaType): string[] => [
  ...openingForCopies(type),
  "-print_format",
  "json=compact=1",
  "-show_entries",
  PROBED,
  "/in/file",
];

export interface Output {
  readonly name: string;
  /** The filter output to map to this file. */
  readonly label: string;
  readonly quality: number;
}

/** Decodes the file once for all outputs. */
export const deriveArguments = (
  type: MediaType,
  how: { inputOptions: readonly string[]; graph: string; outputs: readonly Output[] },
): string[] =>
  [
    [...opening(type, PICTURE_DECODERS), "-nostdin", "-y", "-filter_complex_threads", "1"],
    [...how.inputOptions, "-i", "/in/file", "-filter_complex", how.graph],
    ...how.outputs.map(({ name, label, quality }) =>
      [
        ["-map", `[${label}]`, "-frames:v", "1", "-map_metadata", "-1"],
        ["-c:v", "libwebp", "-quality", `${quality}`, "-f", "webp", `/out/${name}`],
      ].flat(),
    ),
  ].flat();
