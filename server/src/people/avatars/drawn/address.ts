/**
 * The URLs of drawn pictures. A URL says what to draw, a hue and initials, and the picture is drawn from nothing else: a new
 * name has a new URL, and guessing one reveals nothing about anybody (decision 095).
 */
import type { UserId } from "../../../kernel/api/ids.ts";
import { INITIALS, indexOfInitial, OTHER_SCRIPTS } from "../../../kernel/pages/initials.ts";
import { initialsOf } from "../initials.ts";

export const DRAWN_PREFIX = "/static/avatars/drawn/";

/** A pattern has this many different forms. */
const PATTERNS = 2 ** 15;

export interface DrawnPicture {
  readonly hue: number;
  /** One or two letters that we can draw, or the number of a pattern. */
  readonly figure: string | number;
  readonly isMedium: boolean;
}

export function drawnUrl(user: { readonly id: UserId; readonly full_name: string }, { medium = false } = {}): string {
  // The hue that our own clients use.
  const hue = (user.id * 47) % 360;
  return `${DRAWN_PREFIX}${hue}-${figureOf(user)}${medium ? "-medium" : ""}.png`;
}

/** Names in scripts that we have no letters for get a pattern, by the account's id. */
function figureOf({ id, full_name }: { readonly id: UserId; readonly full_name: string }): string {
  const letters = initialsOf(full_name).map(indexOfInitial);
  const known = letters.filter((index) => index !== OTHER_SCRIPTS).map((index) => INITIALS[index]);
  // The multiplier spreads consecutive ids (Knuth).
  return known.length > 0 ? known.join("") : `p${(Math.imul(id, 0x9e3779b1) >>> 0) % PATTERNS}`;
}

const REST = /^(0|[1-9]\d{0,2})-(?:([A-Z0-9]{1,2})|p(0|[1-9]\d{0,4}))(-medium)?\.png$/;

/** `undefined` if no picture can have this URL: each has only one. */
export function drawnPictureAt(rest: string): DrawnPicture | undefined {
  const [whole, hue, letters, pattern, medium] = REST.exec(rest) ?? [];
  if (whole === undefined || Number(hue) >= 360 || Number(pattern ?? 0) >= PATTERNS) return undefined;
  return { hue: Number(hue), figure: letters ?? Number(pattern), isMedium: medium !== undefined };
}
