/** Applies the reader's theme, text size, language and direction. */
import { useEffect } from "react";
import { useSetting } from "../state/settings.ts";
import { currentLocale } from "../text/text.ts";

const THEMES = { 1: "auto", 2: "dark", 3: "light" } as const;
const STANDARD_FONT_PX = 16;

export function useAppearance(): void {
  const scheme = useSetting("color_scheme");
  const fontSize = useSetting("web_font_size_px");
  const lineHeight = useSetting("web_line_height_percent");
  const highContrast = useSetting("high_contrast_mode");
  const locale = currentLocale();
  useEffect(() => {
    const { documentElement: root } = document;
    // The language shown, not the chosen one: unavailable languages fall back to English.
    root.lang = locale;
    root.dir = directionOf(locale);
  }, [locale]);
  useEffect(() => {
    const { documentElement: root } = document;
    root.dataset.theme = THEMES[scheme as 1 | 2 | 3] ?? "auto";
    root.dataset.contrast = highContrast ? "more" : "standard";
    root.dataset.density = densityOf(lineHeight);
    // In per cent, so that the browser's own setting still applies.
    root.style.fontSize = `${((fontSize ?? STANDARD_FONT_PX) / STANDARD_FONT_PX) * 100}%`;
  }, [scheme, fontSize, lineHeight, highContrast]);
}

/** The design has three densities; other clients choose any line height. */
const densityOf = (percent: number): "compact" | "standard" | "relaxed" =>
  percent < 131 ? "compact" : percent > 150 ? "relaxed" : "standard";

/** The writing direction of a language; browsers that cannot tell use a short list of right-to-left languages. */
function directionOf(language: string): "ltr" | "rtl" {
  try {
    const { textInfo } = new Intl.Locale(language) as Intl.Locale & { textInfo?: { direction: "ltr" | "rtl" } };
    return textInfo?.direction ?? (/^(?:ar|dv|fa|he|ks|ku-arab|ps|sd|ug|ur|yi)\b/i.test(language) ? "rtl" : "ltr");
  } catch {
    return "ltr";
  }
}
