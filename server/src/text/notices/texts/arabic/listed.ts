/** A list of formatted names. Without "و", which is joined to the next word: mentions are only recognized after a space. */
export const listed = (names: readonly string[]): string => names.join("، ");
