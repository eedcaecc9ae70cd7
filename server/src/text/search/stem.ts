/**
 * English stemming with the Porter2 algorithm (https://snowballstem.org). A stem need not be a word; it only has to be
 * the same for `connect`, `connected` and `connections`.
 */

const VOWEL = "aeiouy";
const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
const VALID_LI = "cdeghkmnrt";

const IRREGULAR: Readonly<Record<string, string>> = {
  skis: "ski",
  skies: "sky",
  dying: "die",
  lying: "lie",
  tying: "tie",
  idly: "idl",
  gently: "gentl",
  ugly: "ugli",
  early: "earli",
  only: "onli",
  singly: "singl",
};
const INVARIANT = new Set("sky news howe atlas cosmos bias andes inning outing canning herring earring".split(" "));
const AFTER_PLURAL = new Set("inning outing canning herring earring proceed exceed succeed".split(" "));

/** Suffixes and their replacements, longest first; each applies only in the first region. */
const STEP_2: readonly (readonly [string, string])[] = [
  ["ization", "ize"],
  ["ational", "ate"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["entli", "ent"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ousli", "ous"],
  ["iviti", "ive"],
  ["fulli", "ful"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
  ["ogi", "og"],
  ["li", ""],
];
const STEP_3: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ative", ""],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];
const STEP_4 = "ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic".split(" ");

export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (irregular) return irregular;
  if (INVARIANT.has(word)) return word;
  // A consonant y is written Y until the end.
  let text = word.replace(/^y/, "Y").replaceAll(/(?<=[aeiouy])y/g, "Y");
  const [first, second] = regions(text);
  text = withoutPlural(text);
  if (AFTER_PLURAL.has(text)) return text;
  text = withoutPast(text, first);
  text = text.replace(/(?<=.[^aeiouyY])[yY]$/, "i");
  text = replaceSuffix(text, STEP_2, first);
  text = withoutQuality(text, first, second);
  text = withoutDerivation(text, second);
  return withoutEnd(text, first, second).toLowerCase();
}

/**
 * The first region starts after the first consonant that follows a vowel; the second is found the same way in the
 * first.
 */
function regions(text: string): [number, number] {
  const prefix = /^(?:gener|commun|arsen)/.exec(text)?.[0].length;
  const first = prefix ?? regionAfter(text, 0);
  return [first, regionAfter(text, first)];
}

function regionAfter(text: string, from: number): number {
  for (let n = from + 1; n < text.length; n++)
    if (!VOWEL.includes(text[n] as string) && VOWEL.includes(text[n - 1] as string)) return n + 1;
  return text.length;
}

const hasVowel = (text: string) => /[aeiouy]/.test(text);

/** Step 1a. */
function withoutPlural(text: string): string {
  if (text.endsWith("sses")) return text.slice(0, -2);
  if (/ie[ds]$/.test(text)) return text.slice(0, text.length > 4 ? -2 : -1);
  if (/(?:us|ss)$/.test(text)) return text;
  return text.endsWith("s") && hasVowel(text.slice(0, -2)) ? text.slice(0, -1) : text;
}

/** Step 1b. */
function withoutPast(text: string, first: number): string {
  const agreed = /eed(?:ly)?$/.exec(text);
  if (agreed) return agreed.index >= first ? text.slice(0, agreed.index + 2) : text;
  const past = /(?:ed|edly|ing|ingly)$/.exec(text);
  if (!past || !hasVowel(text.slice(0, past.index))) return text;
  const rest = text.slice(0, past.index);
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (DOUBLE.test(rest)) return rest.slice(0, -1);
  return isShort(rest, first) ? `${rest}e` : rest;
}

/** The text is one short syllable, with an empty first region. */
const isShort = (text: string, first: number) => first >= text.length && endsShort(text);
const endsShort = (text: string) => /[^aeiouyY][aeiouy][^aeiouywxY]$/.test(text) || /^[aeiouy][^aeiouy]$/.test(text);

function replaceSuffix(text: string, rules: readonly (readonly [string, string])[], region: number): string {
  for (const [suffix, replacement] of rules) {
    if (!text.endsWith(suffix)) continue;
    const at = text.length - suffix.length;
    const before = text[at - 1] ?? "";
    const applies = suffix === "ogi" ? before === "l" : suffix === "li" ? VALID_LI.includes(before) : true;
    return at >= region && applies ? text.slice(0, at) + replacement : text;
  }
  return text;
}

/** Step 3. */
function withoutQuality(text: string, first: number, second: number): string {
  if (text.endsWith("ative") && text.length - 5 < second) return text;
  return replaceSuffix(text, STEP_3, first);
}

/** Step 4. */
function withoutDerivation(text: string, second: number): string {
  const suffix = STEP_4.find((each) => text.endsWith(each));
  if (suffix === undefined) return text;
  const at = text.length - suffix.length;
  const applies = suffix !== "ion" || /[st]/.test(text[at - 1] ?? "");
  return at >= second && applies ? text.slice(0, at) : text;
}

/** Step 5. */
function withoutEnd(text: string, first: number, second: number): string {
  const rest = text.slice(0, -1);
  if (text.endsWith("e") && (rest.length >= second || (rest.length >= first && !endsShort(rest)))) return rest;
  return text.endsWith("ll") && rest.length >= second ? rest : text;
}
