/** Whether a password is hard enough to guess. The dictionaries are loaded when first needed: most processes never are. */
import { MAX_PASSWORD_LENGTH } from "./api/limits.ts";
import { Steps } from "./steps.ts";

const MIN_LENGTH = 6;
const MIN_GUESSES = 10_000;

export const PASSWORD_RULES = {
  password_min_length: MIN_LENGTH,
  password_max_length: MAX_PASSWORD_LENGTH,
  password_min_guesses: MIN_GUESSES,
};

type Estimate = (password: string, own: string[]) => number;
let estimator: Promise<Estimate> | undefined;

/** Takes some hundred milliseconds of the event loop, so it rests after each part. */
async function loadEstimator(): Promise<Estimate> {
  const steps = new Steps(1);
  const { ZxcvbnFactory } = await import("@zxcvbn-ts/core");
  await steps.pause();
  const { dictionary, adjacencyGraphs: graphs } = await import("@zxcvbn-ts/language-common");
  await steps.pause();
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs });
  await steps.pause();
  return (password, own) => zxcvbn.check(password, own).guesses;
}

/** From one that is refused to one that lasts. */
export type Strength = "short" | "guessable" | "weak" | "good" | "strong";

/** How many guesses each takes at least. */
const GOOD_GUESSES = 1e8;
const STRONG_GUESSES = 1e11;

/** What is estimated at once: the time that it takes grows with the square of the length. */
const LONGEST_PART = 32;

/** To guess a password takes at least as long as to guess any part of it. */
async function guessesOf(password: string, own: string[]): Promise<number> {
  let most = 0;
  for (let start = 0; start < password.length && most < STRONG_GUESSES; start += LONGEST_PART)
    most = Math.max(most, await estimated(password.slice(start, start + LONGEST_PART), own));
  return most;
}

let mayBegin: Promise<unknown> = Promise.resolve();

/**
 * A part takes tens of milliseconds of the event loop. One is looked at at a time, and after it the loop is free for as
 * long as that took.
 */
async function estimated(part: string, own: string[]): Promise<number> {
  const isMyTurn = mayBegin;
  const { promise, resolve: letNextBegin } = Promise.withResolvers<void>();
  mayBegin = promise;
  await isMyTurn;
  let begun = performance.now();
  try {
    estimator ??= loadEstimator();
    const estimate = await estimator;
    begun = performance.now();
    return estimate(part, own);
  } finally {
    setTimeout(letNextBegin, performance.now() - begun);
  }
}

/** `own` are words that the account itself gives away: its name and address. */
export async function strengthOf(password: string, own: string[]): Promise<Strength> {
  if ([...password].length < MIN_LENGTH) return "short";
  const guesses = await guessesOf(password, own);
  if (guesses < MIN_GUESSES) return "guessable";
  if (guesses < GOOD_GUESSES) return "weak";
  return guesses < STRONG_GUESSES ? "good" : "strong";
}

export async function isStrongPassword(password: string, own: string[]): Promise<boolean> {
  return !["short", "guessable"].includes(await strengthOf(password, own));
}
