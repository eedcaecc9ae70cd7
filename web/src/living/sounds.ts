/**
 * Plays notification sounds, synthesized so that nothing has to be loaded. At most one every three seconds across all
 * windows.
 */
import { SOUNDS, type Sound, type Tone } from "./sound-table.ts";

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

function sound(tones: Sound): void {
  context ??= new AudioContext();
  // Browsers stay silent until the first interaction, and while "do not disturb" is on.
  void context.resume();
  for (const tone of tones) play(context, tone);
}

function play(context: AudioContext, { at, fades, loudness = 1, ...tone }: Tone): void {
  const [begins, ends] = [context.currentTime + at, context.currentTime + at + fades];
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, begins);
  gain.gain.linearRampToValueAtTime(LOUDNESS * loudness, begins + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, ends);
  const source = tone.shape === "noise" ? noise(context, gain) : oscillator(context, tone.shape, gain);
  source.pitch.setValueAtTime(tone.hertz, begins);
  if (tone.glidesTo !== undefined) source.pitch.exponentialRampToValueAtTime(tone.glidesTo, ends);
  gain.connect(context.destination);
  source.node.start(begins);
  source.node.stop(ends);
}

/** What sounds, and the parameter for its pitch. */
interface Source {
  readonly node: AudioScheduledSourceNode;
  readonly pitch: AudioParam;
}

function oscillator(context: AudioContext, shape: OscillatorType = "sine", into: AudioNode): Source {
  const node = new OscillatorNode(context, { type: shape });
  node.connect(into);
  return { node, pitch: node.frequency };
}

function noise(context: AudioContext, into: AudioNode): Source {
  const node = new AudioBufferSourceNode(context, { buffer: whiteNoise(context), loop: true });
  const band = new BiquadFilterNode(context, { type: "bandpass", Q: 1 });
  node.connect(band).connect(into);
  return { node, pitch: band.frequency };
}

let noiseMade: AudioBuffer | undefined;

function whiteNoise({ sampleRate }: AudioContext): AudioBuffer {
  if (noiseMade) return noiseMade;
  noiseMade = new AudioBuffer({ length: sampleRate / 2, sampleRate });
  const samples = noiseMade.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = 2 * Math.random() - 1;
  return noiseMade;
}
