/** Values in answers of the other server, which may be anything. */
import { numberOrNothing } from "../imports/json.ts";
import { UnusableAnswer } from "./errors.ts";
import { LARGEST_ID } from "./limits.ts";

export const idIn = (value: unknown, what: string): number => {
  if (Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= LARGEST_ID) return value as number;
  throw new UnusableAnswer(`${what} that is no id`);
};

export const idOrNothing = (value: unknown, what: string): number | undefined =>
  value === null || value === undefined ? undefined : idIn(value, what);

/** A time in seconds that there can have been. */
export const momentIn = (value: unknown): number | undefined => {
  const moment = Math.floor(numberOrNothing(value) ?? 0);
  return moment > 0 && moment < LATEST_MOMENT ? moment : undefined;
};

/** In the year 5138. */
const LATEST_MOMENT = 1e11;
