/** How long an invitation is valid: usual lengths, and lengths of one's own. */
import type { TextKey } from "../text/text.ts";

const HOUR = 60;
const DAY = 24 * HOUR;
/** The server's limit: a hundred years. */
const MAX_MINUTES = 52_560_000;

export const USUAL_EXPIRIES: readonly { readonly minutes: number | null; readonly label: TextKey }[] = [
  { minutes: DAY, label: "invite.day" },
  { minutes: 10 * DAY, label: "invite.tenDays" },
  { minutes: 30 * DAY, label: "invite.month" },
  { minutes: null, label: "invite.never" },
];
export const USUAL_EXPIRY = 10 * DAY;

export const EXPIRY_UNITS: readonly { readonly minutes: number; readonly label: TextKey }[] = [
  { minutes: HOUR, label: "inviting.hours" },
  { minutes: DAY, label: "inviting.days" },
  { minutes: 7 * DAY, label: "inviting.weeks" },
];

/** Undefined if it is no whole number, or longer than the server accepts. */
export function expiryOf(amount: string, unitMinutes: number): number | undefined {
  if (!/^\d{1,9}$/.test(amount.trim())) return undefined;
  const minutes = Number(amount) * unitMinutes;
  return minutes >= 1 && minutes <= MAX_MINUTES ? minutes : undefined;
}
