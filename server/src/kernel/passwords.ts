/** Whether a password is hard enough to guess. The dictionaries are loaded when first needed: most processes never are. */
import { MAX_PASSWORD_LENGTH } from "./api/limits.ts";

const MIN_LENGTH = 6;
const MIN_GUESSES = 10_000;

export const PASSWORD_RULES = {
  password_min_length: MIN_LENGTH,
  password_max_length: MAX_PASSWORD_LENGTH,
  password_min_guesses: MIN_GUESSES,
};

let estimator: Promise<(password: string, own: string[]) => number> | undefined;

async function loadEstimator() {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
  return (password: string, own: string[]) => zxcvbn.check(password, own).guesses;
}

/** From one that is refused to one that lasts. */
export type Strength = "short" | "guessable" | "weak" | "good" | "strong";

/** How many guesses each takes at least. */
const GOOD_GUESSES = 1e8;
const STRONG_GUESSES = 1e11;

let mayBegin: Promise<unknown> = Promise.resolve();

/**
 * A long password takes tens of milliseconds of the event loop. One is looked at at a time, and after it the loop is free for as
 * long as that took.
 */
async function guessesOf(password: string, own: string[]): Promise<number> {
  const isMyTurn = mayBegin;
  const { promise, resolve: letNextBegin } = Promise.withResolvers<void>();
  mayBegin = promise;
  await isMyTurn;
  let begun = performance.now();
  try {
    estimator ??= loadEstimator();
    const estimate = await estimator;
    begun = performance.now();
    return estimate(password, own);
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
