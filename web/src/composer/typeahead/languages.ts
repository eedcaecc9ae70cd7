/** The languages of code blocks: common ones at once, all of them when they are loaded. */
import { useEffect, useState } from "react";

/** In the order in which they are suggested. */
export const COMMON_LANGUAGES: readonly string[] = [
  ...["bash", "c", "c++", "css", "diff", "go", "html", "java", "javascript", "json", "kotlin", "markdown", "php"],
  ...["python", "ruby", "rust", "sql", "swift", "text", "toml", "typescript", "xml", "yaml"],
];

export function useLanguages(isWanted: boolean): readonly string[] {
  const [languages, setLanguages] = useState(COMMON_LANGUAGES);
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    // Without them the common ones are enough; the next fence tries again.
    import("./language-names.ts").then(
      ({ LANGUAGE_NAMES }) => isHere && setLanguages(LANGUAGE_NAMES),
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [isWanted]);
  return languages;
}
