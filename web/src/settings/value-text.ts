/** The value of a setting in words, for those who may not change it. */
import { currentLocale, t } from "../text/text.ts";
import { limitFrom, limitText } from "./limits.ts";
import type { Control } from "./setting.ts";
import { zoneName } from "./zones.ts";

export function valueText(control: Control, value: unknown): string {
  switch (control.kind) {
    case "switch":
      return t(value === true ? "settings.on" : "settings.off");
    case "choice": {
      const option = control.options.find((each) => each.value === value);
      return option ? t(option.label) : `${value}`;
    }
    case "number":
      return t(control.unit, { value: Number(value) });
    case "limit":
      return limitText(control, limitFrom(value));
    case "timeZone":
      return value === "" ? t("settings.browserZone") : zoneName(`${value}`);
    case "language":
      return languageText(`${value}`);
    default:
      return `${value ?? ""}`;
  }
}

/** A language in its own words: "Deutsch". */
export function languageText(code: string): string {
  try {
    return new Intl.DisplayNames([code, currentLocale()], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
