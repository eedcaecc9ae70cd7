/**
 * Names of people, channels, groups and the like say what they look like: nothing in them is invisible, and two names that
 * look the same are the same (decision 057). Names from before these rules stay until they are changed.
 */
import { fold } from "../db/names.ts";

/** Control and format characters, unassigned code points, and everything else that is drawn as nothing. */
const INVISIBLE = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Cn}\\p{Default_Ignorable_Code_Point}\\u2800]";

/** Letters and marks of scripts in which a joiner changes what is drawn. */
const JOINED =
  "[[\\p{L}\\p{M}]&&[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]]";
/** Signs that take a vowel away: behind one, a joiner says how the consonant is drawn, also at the end of a word. */
const VIRAMA = "[\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA\\u1039\\u17D2]";

/** Where characters that cannot be seen belong: in emoji, and in scripts that are not written without them. */
const NEEDED = [
  "\\p{RGI_Emoji}",
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})",
  "(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]",
  "(?<=\\p{sc=Han})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]",
  "(?<=\\p{sc=Mong})[\\u180B-\\u180F]",
  `(?<=${VIRAMA})[\\u200C\\u200D]`,
  `(?<=${JOINED})[\\u200C\\u200D](?=${JOINED})`,
].join("|");

const SPACES = /\p{Z}+/gv;
/** What every rule leaves as it is; nearly all names. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Made for the first name that is not plain: that takes 30 ms, which a start does not need. */
let patterns: Record<"invisible" | "allInvisible" | "needed", RegExp> | undefined;

function madePatterns() {
  patterns ??= {
    invisible: new RegExp(INVISIBLE, "v"),
    allInvisible: new RegExp(INVISIBLE, "gv"),
    needed: new RegExp(NEEDED, "gv"),
  };
  return patterns;
}

/** Without spaces around it, and with one plain space where there are several, or others. */
export const tidied = (sent: string): string => sent.trim().replace(SPACES, " ").trim();

/** The 1-based position of the first character that cannot be seen and is not needed, or undefined. */
export function invisiblePosition(name: string): number | undefined {
  if (PLAIN.test(name)) return undefined;
  const { needed, invisible } = madePatterns();
  const masked = name.replace(needed, (found) => "x".repeat([...found].length));
  const index = [...masked].findIndex((character) => invisible.test(character));
  return index === -1 ? undefined : index + 1;
}

/** What can be seen of a name. Of one that is all invisible, the name itself. */
export function visibleForm(name: string): string {
  if (PLAIN.test(name)) return name;
  return tidied(name.replace(madePatterns().allInvisible, "").normalize("NFKC")) || name;
}

/** How names are compared and found: by what can be seen of them, in any case. */
export const nameKey = (name: string): string => fold(visibleForm(name));

/** A name from elsewhere, without what a new one could not have; empty when nothing of it can be seen. */
export function cleaned(name: string): string {
  let clean = tidied(name);
  // What is taken out may have been what something else was needed for.
  while (invisiblePosition(clean) !== undefined) {
    const { allInvisible, needed } = madePatterns();
    const parts: string[] = [];
    let from = 0;
    for (const { 0: kept, index } of clean.matchAll(needed)) {
      parts.push(clean.slice(from, index).replace(allInvisible, ""), kept);
      from = index + kept.length;
    }
    clean = tidied([...parts, clean.slice(from).replace(allInvisible, "")].join(""));
  }
  return clean;
}
