/** Which letters `initials.png` has, from left to right; `scripts/draw-initials.ts` draws them. */

export const SIDE = 256;
/** The last one stands for every other script: a speech bubble. The shape of the icon itself follows it. */
export const INITIALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789?";
export const OTHER_SCRIPTS = INITIALS.length - 1;

/** Letters whose stroke is no accent. */
const STROKED: Readonly<Record<string, string>> = { Ł: "L", Ø: "O", Đ: "D", Ð: "D", Ħ: "H", Ŧ: "T" };

/** Where an initial is; an accent is left out. */
export function indexOfInitial(initial: string): number {
  const [letter = ""] = initial.normalize("NFD").toUpperCase();
  const index = INITIALS.indexOf(STROKED[letter] ?? letter);
  return index === -1 || letter === "" ? OTHER_SCRIPTS : index;
}
