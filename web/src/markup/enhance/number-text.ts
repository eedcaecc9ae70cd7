/** A number as written in a table: with signs, separators, a unit or a currency. */
const NUMBER = /^[<>≤≥~≈±+−-]?\s?[\p{Sc}]?\s?\d[\d\s.,'’]*\s?(?:[%‰°\p{Sc}]|[\p{L}µ²³/]{1,6})?$/u;

export const isNumberText = (text: string): boolean => NUMBER.test(text.trim());
