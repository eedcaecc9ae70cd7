/** Whether a text looks the same rendered and unrendered: it contains no markup. */
const MEANING = /[*_`~#>|$\\[\]<@:]|^\s*(?:[-+]|\d+\.)\s|https?:|^\/\w|\n/m;

export const isPlain = (text: string): boolean => !MEANING.test(text);
