/** Whether a text looks rendered as it looks written: nothing in it means something. */
const MEANING = /[*_`~#>|$\\[\]<@:]|^\s*(?:[-+]|\d+\.)\s|https?:|^\/\w|\n/m;

export const isPlain = (text: string): boolean => !MEANING.test(text);
