import { useTranslation } from "react-i18next";
import styles from "./film-strip.module.css";

const FRAME_WIDTH = 148;
const FRAME_HEIGHT = 84;
const GAP = 10;
const FRAMES = 7;

/** Each row is one model's version of the same shot: the start of its sun, its climb, and the position of its hills. */
const TAKES = [
  { row: "a", startX: 18, startY: 76, rise: 9.5, drift: 17, hill: 54, bend: 0 },
  { row: "b", startX: 30, startY: 72, rise: 9.5, drift: 14, hill: 60, bend: -22 },
  { row: "c", startX: 10, startY: 82, rise: 10, drift: 18, hill: 48, bend: 16 },
  { row: "d", startX: 34, startY: 74, rise: 9, drift: 12, hill: 57, bend: -8 },
] as const;

type Take = (typeof TAKES)[number];

const PICKED = { row: "b", frame: 4 };

/** Interpolates from warm grey before sunrise to daytime blue. */
const skyOf = (frame: number): string =>
  `color-mix(in srgb, var(--ds-warning-tint) ${Math.round(100 - (frame / (FRAMES - 2)) * 100)}%, var(--ds-accent-tint))`;

const hillPath = (hill: number, bend: number, frame: number): string => {
  const sway = frame * 1.5 + bend;
  return `M0 ${hill + 6}C${28 + sway} ${hill - 10} ${52 + sway} ${hill + 16} 84 ${hill + 2}S130 ${hill - 8} ${FRAME_WIDTH} ${hill + 4}V${FRAME_HEIGHT}H0Z`;
};

const Frame = ({ take, frame }: { take: Take; frame: number }) => {
  const isPicked = take.row === PICKED.row && frame === PICKED.frame;
  const clip = `frame-${take.row}-${frame}`;
  return (
    <g transform={`translate(${frame * (FRAME_WIDTH + GAP)} 0)`}>
      <clipPath id={clip}>
        <rect width={FRAME_WIDTH} height={FRAME_HEIGHT} rx="5" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width={FRAME_WIDTH} height={FRAME_HEIGHT} style={{ fill: skyOf(frame) }} />
        <circle
          cx={take.startX + frame * take.drift}
          cy={take.startY - frame * take.rise}
          r={11}
          className={styles.sun}
        />
        <path d={hillPath(take.hill, take.bend, frame)} className={styles.far} />
        <path d={hillPath(take.hill + 14, -take.bend, FRAMES - frame)} className={styles.near} />
      </g>
      {isPicked && (
        <rect x="-3" y="-3" width={FRAME_WIDTH + 6} height={FRAME_HEIGHT + 6} rx="8" className={styles.picked} />
      )}
    </g>
  );
};

const Holes = ({ y }: { y: number }) => (
  <path d={`M-20 ${y}H${FRAMES * (FRAME_WIDTH + GAP) + 20}`} className={styles.holes} />
);

const STRIP_HEIGHT = FRAME_HEIGHT + 44;
const frameNumbers = Array.from({ length: FRAMES }, (_, frame) => frame);

/** Decoration: several takes of the same sunrise with one frame picked, as an image of what the console does. */
export const FilmStrip = () => {
  const { t } = useTranslation();
  return (
    <svg className={styles.art} viewBox="0 0 720 560" preserveAspectRatio="xMidYMid slice" role="img">
      <title>{t("auth.login.art")}</title>
      <g transform="translate(-190 40) rotate(-8 550 280)">
        {TAKES.map((take, index) => (
          <g key={take.row} transform={`translate(${index % 2 === 0 ? 0 : -70} ${index * (STRIP_HEIGHT + 14)})`}>
            <rect
              x="-30"
              y="-22"
              width={FRAMES * (FRAME_WIDTH + GAP) + 50}
              height={STRIP_HEIGHT}
              rx="8"
              className={styles.strip}
            />
            <Holes y={-11} />
            <Holes y={FRAME_HEIGHT + 11} />
            {frameNumbers.map((frame) => (
              <Frame key={frame} take={take} frame={frame} />
            ))}
          </g>
        ))}
      </g>
    </svg>
  );
};
