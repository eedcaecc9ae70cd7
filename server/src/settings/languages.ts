/** Languages by their codes, in any case: `de`, `pt-br`, `zh-hans`. */
const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

export function languageName(code: string): string | undefined {
  try {
    return names.of(code);
  } catch {
    return undefined;
  }
}

export const isLanguage = (code: string): boolean => languageName(code) !== undefined;
