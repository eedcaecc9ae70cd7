/** Notification sounds as instructions for a synthesizer, by their names in `available_notification_sounds`. */

export interface Tone {
  readonly hertz: number;
  /** When it starts and how long it fades, in seconds. */
  readonly at: number;
  readonly fades: number;
  /** Noise has no pitch: `hertz` is the middle of the band that passes. */
  readonly shape?: OscillatorType | "noise";
  /** The pitch at its end. */
  readonly glidesTo?: number;
  /** Compared to the others; 1 when omitted. */
  readonly loudness?: number;
}

export type Sound = readonly Tone[];

const EVERY = 0.09;

/** One note after the other, the last one longer. */
const run = (hertz: readonly number[], { every = EVERY, fades = 0.16, shape = "sine" as OscillatorType } = {}): Sound =>
  hertz.map((each, index) => ({
    hertz: each,
    at: index * every,
    fades: index === hertz.length - 1 ? 2 * fades : fades,
    shape,
  }));

/** A struck bell or bar: a note with partials that fade sooner. */
const bell = (hertz: number, fades: number, partials: readonly number[], at = 0): Sound =>
  [1, ...partials].map((times, index) => ({
    hertz: hertz * times,
    at,
    fades: fades / (index + 1),
    loudness: 1 / (index + 1),
  }));

/** A drum: a pitch that drops at once. */
const drum = (hertz: number, fades: number, at = 0, loudness = 1): Tone => ({
  hertz: 1.6 * hertz,
  glidesTo: hertz,
  at,
  fades,
  loudness,
});

const hiss = (hertz: number, fades: number, at = 0, loudness = 1): Tone => ({
  hertz,
  at,
  fades,
  shape: "noise",
  loudness,
});

const later = (sound: Sound, by: number): Sound => sound.map((tone) => ({ ...tone, at: tone.at + by }));
const softer = (sound: Sound, loudness: number): Sound =>
  sound.map((tone) => ({ ...tone, loudness: loudness * (tone.loudness ?? 1) }));

const [A4, C5, D5, E5, G5, A5, C6, E6] = [440, 523, 587, 659, 784, 880, 1047, 1319];

const standard: Sound = [
  { hertz: 660, at: 0, fades: 0.18 },
  { hertz: 880, at: 0.09, fades: 0.3 },
];
const tintong: Sound = [...bell(E6, 0.35, [2.76]), ...bell(A5, 0.5, [2.76], 0.16)];
const tap: Sound = [hiss(2400, 0.03), drum(320, 0.05)];

export const SOUNDS: Readonly<Record<string, Sound>> = {
  ascend: run([C5, E5, G5, C6]),
  beep_boop: run([A5, A4], { every: 0.14, fades: 0.12, shape: "square" }),
  bink: [{ hertz: 2093, glidesTo: 2637, at: 0, fades: 0.12 }],
  bright: [...bell(C6, 0.5, [2, 3, 4]), ...bell(1.5 * C6, 0.6, [2, 3], 0.05)],
  brlip: run([392, 494, 622, 831], { every: 0.03, fades: 0.08, shape: "triangle" }),
  chat: standard,
  chime: [...bell(G5, 0.9, [2.76, 5.4]), ...bell(E5, 1, [2.76, 5.4], 0.28)],
  chord: [
    { hertz: C5, at: 0, fades: 0.5 },
    { hertz: E5, at: 0.04, fades: 0.46 },
    { hertz: G5, at: 0.08, fades: 0.42 },
  ],
  "deep tom": [drum(70, 0.45), hiss(300, 0.05, 0, 0.4)],
  ding: [
    { hertz: 1318, at: 0, fades: 0.5 },
    { hertz: 2637, at: 0, fades: 0.2 },
  ],
  "double tap": [...tap, ...later(tap, 0.13)],
  down: [{ hertz: A5, glidesTo: A4, at: 0, fades: 0.3 }],
  drop: [
    { hertz: 988, at: 0, fades: 0.1 },
    { hertz: 494, at: 0.06, fades: 0.22 },
  ],
  "dry bongos": [drum(330, 0.07), drum(240, 0.08, 0.11), drum(330, 0.07, 0.2)],
  dutdut: run([E5, E5], { every: 0.12, fades: 0.06, shape: "square" }),
  "fast ascend": run([C5, E5, G5, C6, E6], { every: 0.045, fades: 0.1 }),
  flute: [
    { hertz: D5, glidesTo: A5, at: 0, fades: 0.6 },
    { hertz: 2 * D5, glidesTo: 2 * A5, at: 0, fades: 0.4, loudness: 0.15 },
    hiss(2500, 0.3, 0, 0.08),
  ],
  friendly: run([G5, E5, C6], { every: 0.11, fades: 0.18, shape: "triangle" }),
  "kick roll": [0, 0.09, 0.18, 0.27].map((at, index) => drum(55, 0.12, at, 0.6 + 0.13 * index)),
  knock: [
    { hertz: 180, at: 0, fades: 0.08, shape: "triangle" },
    { hertz: 180, at: 0.13, fades: 0.1, shape: "triangle" },
  ],
  "loud tintong": softer(tintong, 1.8),
  "metallic snare": [hiss(5200, 0.22), ...bell(1760, 0.14, [1.51, 2.37]), drum(190, 0.08)],
  pan: bell(A4, 0.8, [1.98, 2.98, 4.1]),
  shaker: [0, 0.08, 0.16].map((at, index) => hiss(7500, 0.06, at, index === 1 ? 0.6 : 1)),
  simple: [{ hertz: A5, at: 0, fades: 0.25 }],
  stairs: run([C5, D5, E5, G5, E5, D5], { every: 0.07, fades: 0.1, shape: "triangle" }),
  subtle: softer(run([D5, G5], { every: 0.12, fades: 0.2 }), 0.45),
  swish: [{ hertz: 900, glidesTo: 5200, at: 0, fades: 0.3, shape: "noise" }, hiss(4200, 0.14, 0.16, 0.5)],
  tintong,
  up: [{ hertz: A4, glidesTo: A5, at: 0, fades: 0.3 }],
  "wood block": [{ hertz: 1050, glidesTo: 900, at: 0, fades: 0.07, shape: "triangle" }, hiss(1800, 0.02, 0, 0.5)],
  zaping: [
    { hertz: 2600, glidesTo: 300, at: 0, fades: 0.16, shape: "sawtooth", loudness: 0.5 },
    ...bell(E6, 0.5, [2], 0.14),
  ],
  zing: [{ hertz: 500, glidesTo: 3200, at: 0, fades: 0.28, shape: "sawtooth", loudness: 0.5 }],
  zulip: standard,
};
