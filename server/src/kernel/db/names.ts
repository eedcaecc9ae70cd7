/** How names are compared: without regard to case, in every script and not only in ASCII. */
export function fold(name: string): string {
  // Upper case first: it joins what has several lower-case forms (ß and ss, final and medial sigma).
  return name.normalize("NFC").toUpperCase().toLowerCase();
}
