/** What a hostile text does when it works: it calls a function, or requests something from elsewhere. */

/** The function that must never be called; pages that show these texts define it before anything else runs. */
export const TRIPWIRE = "tripwire";
/** A host that must never get a request. */
export const ELSEWHERE = "elsewhere.example";

/** The call. Short, because most texts have it. */
export const T = `${TRIPWIRE}(1)`;
/** The address elsewhere. */
export const E = `https://${ELSEWHERE}`;
export const entities = (text: string) => Array.from(text, (each) => `&#${each.codePointAt(0)};`).join("");
export const hexEntities = (text: string) =>
  Array.from(text, (each) => `&#x${(each.codePointAt(0) ?? 0).toString(16)}`).join("");
export const paddedEntities = (text: string) =>
  Array.from(text, (each) => `&#${String(each.codePointAt(0)).padStart(7, "0")}`).join("");

/** The call as an address. */
export const j = `javascript:${T}`;
