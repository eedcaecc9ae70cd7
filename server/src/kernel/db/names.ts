/** Folds names for comparison: ignores case in every script, not only ASCII. */
export function fold(name: string): string {
  // Upper case first: it unifies several lower-case forms (ß and ss, final and medial sigma).
  return name.normalize("NFC").toUpperCase().toLowerCase();
}
