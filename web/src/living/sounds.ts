/**
 * Notification sounds, synthesized so that nothing has to be loaded. At most one every three seconds across all
 * windows.
 */

interface Tone {
  readonly hertz: number;
  /** When it starts and how long it fades, in seconds. */
  readonly at: number;
  readonly fades: number;
  readonly shape?: OscillatorType;
}

/** By their names in `available_notification_sounds`. */
const SOUNDS: Readonly<Record<string, readonly Tone[]>> = {
  zulip: [
    { hertz: 660, at: 0, fades: 0.18 },
    { hertz: 880, at: 0.09, fades: 0.3 },
  ],
  ding: [
    { hertz: 1318, at: 0, fades: 0.5 },
    { hertz: 2637, at: 0, fades: 0.2 },
  ],
  drop: [
    { hertz: 988, at: 0, fades: 0.1 },
    { hertz: 494, at: 0.06, fades: 0.22 },
  ],
  knock: [
    { hertz: 180, at: 0, fades: 0.08, shape: "triangle" },
    { hertz: 180, at: 0.13, fades: 0.1, shape: "triangle" },
  ],
  chord: [
    { hertz: 523, at: 0, fades: 0.5 },
    { hertz: 659, at: 0.04, fades: 0.46 },
    { hertz: 784, at: 0.08, fades: 0.42 },
  ],
};

const EVERY_MS = 3000;
const LOUDNESS = 0.12;
const LOCK = "parley.sound";

let context: AudioContext | undefined;

/** Plays a sound unless one was just played; resolves to whether it did. */
export async function playSound(name: string): Promise<boolean> {
  const tones = SOUNDS[name];
  if (!tones) return false;
  // Pages without encryption have no locks: each window then sounds by itself.
  if (!navigator.locks) {
    sound(tones);
    return true;
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const turn = async (lock: Lock | null) => {
    if (!lock) return resolve(false);
    sound(tones);
    resolve(true);
    await new Promise((over) => setTimeout(over, EVERY_MS));
  };
  navigator.locks.request(LOCK, { ifAvailable: true }, turn).catch(() => resolve(false));
  return promise;
}

function sound(tones: readonly Tone[]): void {
  context ??= new AudioContext();
  // Browsers stay silent until the first interaction, and while "do not disturb" is on.
  void context.resume();
  const { currentTime, destination } = context;
  for (const { hertz, at, fades, shape = "sine" } of tones) {
    const oscillator = new OscillatorNode(context, { frequency: hertz, type: shape });
    const gain = new GainNode(context, { gain: 0 });
    const [begins, ends] = [currentTime + at, currentTime + at + fades];
    gain.gain.setValueAtTime(0, begins);
    gain.gain.linearRampToValueAtTime(LOUDNESS, begins + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, ends);
    oscillator.connect(gain).connect(destination);
    oscillator.start(begins);
    oscillator.stop(ends);
  }
}
